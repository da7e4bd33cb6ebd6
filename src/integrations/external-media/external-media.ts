// Fetches images and videos from other sites and caches them. Each address is fetched once at a time, the
// number of fetches is limited in total and per host, and a failed address is not fetched again for a minute.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import { type HttpClient, NoAnswerError } from '../http/http-client.ts';
import { FetchLimit } from './fetch-limit.ts';
import { fetchMedia } from './fetch-media.ts';
import { MediaCache } from './media-cache.ts';
import { KIND_BYTES, mediaKind } from './media-kind.ts';

const FOLDER = 'external';

export interface Media {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** The SHA-256 of the address, in hex. */
  readonly name: string;
}

export class ExternalMedia {
  readonly #http: HttpClient;
  readonly #cache: MediaCache;
  readonly #diskSpace: DiskSpace;
  readonly #limit = new FetchLimit();
  readonly #fetching = new Map<string, Promise<Buffer | undefined>>();
  /** Addresses that failed, and the time in seconds until which they are not fetched; the oldest first. */
  readonly #failed = new Map<string, number>();

  constructor(
    http: HttpClient,
    { dataDirectory, diskSpace }: { readonly dataDirectory: string; readonly diskSpace: DiskSpace },
  ) {
    this.#http = http;
    this.#diskSpace = diskSpace;
    this.#cache = new MediaCache(join(dataDirectory, FOLDER));
  }

  /** The media at an address; undefined if it cannot be shown. @throws `RATE_LIMIT_HIT` if too much is being fetched */
  async get(url: string): Promise<Media | undefined> {
    const name = createHash('sha256').update(url).digest('hex');
    const bytes = (await this.#readCached(name)) ?? (await this.#fetchOnce(name, url));
    const contentType = bytes && mediaKind(bytes.subarray(0, KIND_BYTES));
    return bytes && contentType !== undefined ? { bytes, contentType, name } : undefined;
  }

  /** A cached file that cannot be read is fetched again. */
  #readCached(name: string): Promise<Buffer | undefined> {
    return this.#cache.get(name, nowSeconds()).catch(() => undefined);
  }

  #fetchOnce(name: string, url: string): Promise<Buffer | undefined> {
    const pending = this.#fetching.get(name);
    if (pending) return pending;
    if ((this.#failed.get(name) ?? 0) > nowSeconds()) return Promise.resolve(undefined);
    const fetching = this.#fetch(name, url).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }

  async #fetch(name: string, url: string): Promise<Buffer | undefined> {
    const release = await this.#limit.acquire(URL.parse(url)?.host ?? '');
    try {
      const bytes = await fetchMedia(this.#http, url);
      // The picture is shown even if the disk has no space to cache it.
      await this.#store(name, bytes).catch(() => undefined);
      return bytes;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.#noteFailure(name);
      return undefined;
    } finally {
      release();
    }
  }

  async #store(name: string, bytes: Buffer): Promise<void> {
    await this.#diskSpace.refuseFilesWhenLow(bytes.length);
    await this.#cache.put(name, bytes, nowSeconds());
  }

  #noteFailure(name: string): void {
    this.#failed.delete(name);
    this.#failed.set(name, nowSeconds() + limits.externalMediaFailedSeconds);
    const oldest = this.#failed.keys().next().value;
    if (this.#failed.size > limits.externalMediaFailures && oldest !== undefined) this.#failed.delete(oldest);
  }
}
