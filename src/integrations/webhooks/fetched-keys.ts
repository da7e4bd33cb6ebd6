// Fetches and caches the public keys of services. A failed address is not fetched again for a while; a key
// that does not fit is fetched again, since the service may have changed it.

import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseJson } from '../../api-contract/json.ts';
import {
  KeyUnavailableError,
  type PublicKeyReader,
  type PublicKeys,
} from '../../model/incoming-webhooks/key-signatures.ts';
import { PayloadField } from '../../model/incoming-webhooks/payload-field.ts';
import { type HttpClient, NoAnswerError } from '../http/http-client.ts';

const CACHE_MILLISECONDS = 6 * 3_600_000;
/** How long a failed address is not fetched again, and a key that does not fit is trusted. */
const RETRY_MILLISECONDS = 60_000;
const MAXIMUM_BYTES = 256 * 1024;
/** How many addresses are cached; the oldest is dropped. */
const MAXIMUM_ADDRESSES = 100;
const MINIMUM_BITS = 2048;
const MAXIMUM_BITS = 8192;

interface CachedKey {
  /** When the key was last requested. */
  readonly requestedAt: number;
  /** When the key was fetched. */
  fetchedAt: number;
  readonly key: Promise<KeyObject>;
  /** False until the request has failed. */
  hasFailed: boolean;
}

export class FetchedKeys implements PublicKeys {
  readonly #http: HttpClient;
  readonly #now: () => number;
  readonly #cache = new Map<string, CachedKey>();

  /** @param now a monotonic clock in milliseconds */
  constructor(http: HttpClient, now: () => number = () => performance.now()) {
    this.#http = http;
    this.#now = now;
  }

  keyAt(address: string, read: PublicKeyReader): Promise<KeyObject> {
    const cached = this.#cache.get(address);
    const age = this.#now() - (cached?.fetchedAt ?? 0);
    if (cached && age < (cached.hasFailed ? RETRY_MILLISECONDS : CACHE_MILLISECONDS)) return cached.key;
    return this.#refresh(address, read);
  }

  refetchedKeyAt(address: string, read: PublicKeyReader): Promise<KeyObject> {
    const cached = this.#cache.get(address);
    if (cached && this.#now() - cached.requestedAt < RETRY_MILLISECONDS) return cached.key;
    return this.#refresh(address, read, cached?.hasFailed === false ? cached : undefined);
  }

  /**
   * @param cached the cached key, which remains valid if the address fails now: other requests may be signed with it
   */
  #refresh(address: string, read: PublicKeyReader, cached?: CachedKey): Promise<KeyObject> {
    const now = this.#now();
    const fetched = this.#fetch(address, read);
    const orCachedKey = (error: unknown): Promise<KeyObject> => {
      if (!cached) throw error;
      entry.fetchedAt = cached.fetchedAt;
      return cached.key;
    };
    const entry: CachedKey = {
      requestedAt: now,
      fetchedAt: now,
      key: fetched.catch(orCachedKey),
      hasFailed: false,
    };
    entry.key.catch(() => {
      entry.hasFailed = true;
    });
    this.#cache.delete(address);
    this.#cache.set(address, entry);
    const [first] = this.#cache.keys();
    if (this.#cache.size > MAXIMUM_ADDRESSES && first !== undefined) this.#cache.delete(first);
    return entry.key;
  }

  async #fetch(address: string, read: PublicKeyReader): Promise<KeyObject> {
    const headers = { accept: 'application/json' };
    try {
      const { status, text } = await this.#http.send(address, { headers, maximumBytes: MAXIMUM_BYTES });
      if (status !== 200) throw new KeyUnavailableError(`the server returned status ${status}`);
      return publicKeyOf(read(new PayloadField(parseJson(text))));
    } catch (error) {
      if (error instanceof NoAnswerError || error instanceof KeyUnavailableError)
        throw new KeyUnavailableError(error.message);
      throw new KeyUnavailableError('the response contains no public key');
    }
  }
}

function publicKeyOf(pem: string): KeyObject {
  const key = createPublicKey(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MINIMUM_BITS || bits > MAXIMUM_BITS) {
    throw new KeyUnavailableError(`the key is not an RSA key of ${MINIMUM_BITS} to ${MAXIMUM_BITS} bits`);
  }
  return key;
}
