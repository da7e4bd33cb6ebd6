// Searches for GIFs at the providers. Requests are limited in time, size and number, pages are cached for a few
// minutes, equal searches at the same time are one request, and a provider that allows no more is left alone for a while. The key never gets into a log or an error: one provider
// has it in its addresses and repeats it in its answers.

import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { gifKeyRefused, gifProviderBusy, gifProviderUnavailable } from '../../model/gifs/gif-errors.ts';
import {
  type GifAccess,
  type GifPage,
  type GifProvider,
  type GifQuery,
  type GifSearch,
  gifProviders,
} from '../../model/gifs/gif-provider.ts';
import { FetchLimit } from '../external-media/fetch-limit.ts';
import { HttpClient, type IncomingAnswer, NoAnswerError } from '../http/http-client.ts';
import { giphyAddresses, giphyProtocol } from './giphy.ts';
import { klipyAddresses, klipyProtocol } from './klipy.ts';
import type { ProviderAddresses, ProviderProtocol } from './provider-protocol.ts';

/** The addresses of the providers. */
export type GifAddresses = Readonly<Record<GifProvider, ProviderAddresses>>;

const OK = 200;
const TOO_MANY_REQUESTS = 429;

interface CachedPage {
  readonly page: Promise<GifPage>;
  /** In seconds. */
  readonly expiresAt: number;
}

interface Pause {
  readonly provider: GifProvider;
  readonly key: string;
  /** In seconds. */
  readonly until: number;
}

export class ProviderSearch implements GifSearch {
  readonly #http: HttpClient;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #protocols: Readonly<Record<GifProvider, ProviderProtocol>>;
  readonly #limit = new FetchLimit({
    atOnce: limits.gifRequestsAtOnce,
    perHostAtOnce: limits.gifRequestsPerOrganizationAtOnce,
    perHost: limits.gifRequestsPerOrganization,
  });
  /** The least recently used first. */
  readonly #cached = new Map<string, CachedPage>();
  /** By organization: the provider that it does not ask with its key at the moment. */
  readonly #pauses = new Map<number, Pause>();

  /** @param addresses other addresses than the providers' own; for tests */
  constructor(log: Pick<Logger, 'warn'>, addresses: Partial<GifAddresses> = {}) {
    this.#log = log;
    this.#http = new HttpClient(Object.values(addresses).map(({ api }) => api));
    this.#protocols = {
      giphy: giphyProtocol(addresses.giphy ?? giphyAddresses),
      klipy: klipyProtocol(addresses.klipy ?? klipyAddresses),
    };
  }

  find(access: GifAccess, query: GifQuery): Promise<GifPage> {
    const { organizationId, provider } = access;
    const { rating, page, words } = query;
    const key = JSON.stringify([organizationId, provider, rating, page, words?.toLowerCase()]);
    const cached = this.#cached.get(key);
    this.#cached.delete(key);
    const isFresh = cached && cached.expiresAt > nowSeconds();
    const entry = isFresh
      ? cached
      : { page: this.#ask(access, query), expiresAt: nowSeconds() + limits.gifCachedSeconds };
    this.#cached.set(key, entry);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > limits.gifCachedPages && oldest !== undefined) this.#cached.delete(oldest);
    entry.page.catch(() => {
      if (this.#cached.get(key) === entry) this.#cached.delete(key);
    });
    return entry.page;
  }

  async check(access: GifAccess): Promise<void> {
    const { status } = await this.#send(access, { rating: 1, words: undefined, page: 1 });
    // A provider counts only requests with a key that it accepts.
    if (status !== OK && status !== TOO_MANY_REQUESTS) throw this.#failure(access, status);
  }

  async #ask(access: GifAccess, query: GifQuery): Promise<GifPage> {
    if (this.#isPaused(access)) throw this.#failure(access, TOO_MANY_REQUESTS);
    const answer = await this.#send(access, query);
    if (answer.status === TOO_MANY_REQUESTS) this.#pause(access);
    if (answer.status !== OK) throw this.#failure(access, answer.status);
    const page = this.#protocols[access.provider].decode(parseJson(answer.text), query);
    if (page === undefined) throw this.#unavailable(access, 'the answer is not a list of GIFs');
    return {
      // A key in an address would get into messages.
      gifs: page.gifs.filter(
        ({ url, previewUrl, stillUrl }) =>
          ![url, previewUrl, stillUrl].some((address) => address.includes(access.key)),
      ),
      hasMore: page.hasMore && query.page < limits.gifPages,
    };
  }

  #isPaused({ organizationId, provider, key }: GifAccess): boolean {
    const pause = this.#pauses.get(organizationId);
    if (pause?.provider === provider && pause.key === key && pause.until > nowSeconds()) return true;
    this.#pauses.delete(organizationId);
    return false;
  }

  #pause({ organizationId, provider, key }: GifAccess): void {
    this.#pauses.set(organizationId, { provider, key, until: nowSeconds() + limits.gifPauseSeconds });
  }

  async #send(access: GifAccess, query: GifQuery): Promise<IncomingAnswer> {
    const release = await this.#limit.acquire(String(access.organizationId));
    try {
      return await this.#http.send(this.#protocols[access.provider].address(access.key, query), {
        headers: { accept: 'application/json' },
        milliseconds: limits.gifProviderSeconds * 1000,
        maximumBytes: limits.gifAnswerBytes,
      });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      throw this.#unavailable(access, error.message);
    } finally {
      release();
    }
  }

  #failure(access: GifAccess, status: number): Error {
    const name = gifProviders[access.provider];
    if (status === TOO_MANY_REQUESTS) return gifProviderBusy(name);
    if (this.#protocols[access.provider].refusals.includes(status)) return gifKeyRefused(name);
    return this.#unavailable(access, `HTTP ${status}`);
  }

  #unavailable({ organizationId, provider }: GifAccess, reason: string): Error {
    this.#log.warn({ organization: organizationId, provider, reason }, 'gif search failed');
    return gifProviderUnavailable(gifProviders[provider]);
  }
}
