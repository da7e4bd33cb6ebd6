// Public keys of services, from where they stand: fetched when a request is to be checked, and kept for hours. An address
// that tells none is not asked again for a while, and one that has another key now is asked again when the old does not fit.

import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseJson } from '../../api-contract/json.ts';
import { Field } from '../../model/incoming-webhooks/field.ts';
import { NoKey, type PublicKeys, type ReadKey } from '../../model/incoming-webhooks/key-signatures.ts';
import { type HttpClient, NoAnswer } from '../http/http-client.ts';

const KEPT_MILLISECONDS = 6 * 3_600_000;
/** An address that told no key is left alone for so long, and a key that does not fit is believed for so long. */
const REST_MILLISECONDS = 60_000;
const MAXIMUM_BYTES = 256 * 1024;
/** Addresses that are kept; the one that was asked first goes. */
const KEPT_ADDRESSES = 100;
const MINIMUM_BITS = 2048;
const MAXIMUM_BITS = 8192;

interface Asked {
  /** When the address was asked last. */
  readonly askedAt: number;
  /** When it told the key. */
  toldAt: number;
  readonly key: Promise<KeyObject>;
  /** Until the key is there it is not known whether there is one. */
  hasFailed: boolean;
}

export class FetchedKeys implements PublicKeys {
  readonly #http: HttpClient;
  readonly #now: () => number;
  readonly #asked = new Map<string, Asked>();

  /** @param now milliseconds of a clock that nobody sets */
  constructor(http: HttpClient, now: () => number = () => performance.now()) {
    this.#http = http;
    this.#now = now;
  }

  keyAt(address: string, read: ReadKey): Promise<KeyObject> {
    const present = this.#asked.get(address);
    const age = this.#now() - (present?.toldAt ?? 0);
    if (present && age < (present.hasFailed ? REST_MILLISECONDS : KEPT_MILLISECONDS)) return present.key;
    return this.#ask(address, read);
  }

  newerKeyAt(address: string, read: ReadKey): Promise<KeyObject> {
    const present = this.#asked.get(address);
    if (present && this.#now() - present.askedAt < REST_MILLISECONDS) return present.key;
    return this.#ask(address, read, present?.hasFailed === false ? present : undefined);
  }

  /** @param known what goes on to count where the address tells nothing now: others may be signed by it */
  #ask(address: string, read: ReadKey, known?: Asked): Promise<KeyObject> {
    const now = this.#now();
    const fetched = this.#fetch(address, read);
    const orKnown = (error: unknown): Promise<KeyObject> => {
      if (!known) throw error;
      asked.toldAt = known.toldAt;
      return known.key;
    };
    const asked: Asked = { askedAt: now, toldAt: now, key: fetched.catch(orKnown), hasFailed: false };
    asked.key.catch(() => {
      asked.hasFailed = true;
    });
    this.#asked.delete(address);
    this.#asked.set(address, asked);
    const [first] = this.#asked.keys();
    if (this.#asked.size > KEPT_ADDRESSES && first !== undefined) this.#asked.delete(first);
    return asked.key;
  }

  async #fetch(address: string, read: ReadKey): Promise<KeyObject> {
    const headers = { accept: 'application/json' };
    try {
      const { status, text } = await this.#http.send(address, { headers, maximumBytes: MAXIMUM_BYTES });
      if (status !== 200) throw new NoKey(`it answered with the status ${status}`);
      return publicKeyOf(read(new Field(parseJson(text))));
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof NoKey) throw new NoKey(error.message);
      throw new NoKey('what it says holds no public key');
    }
  }
}

function publicKeyOf(pem: string): KeyObject {
  const key = createPublicKey(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MINIMUM_BITS || bits > MAXIMUM_BITS) {
    throw new NoKey(`its key is not one of RSA with ${MINIMUM_BITS} to ${MAXIMUM_BITS} bits`);
  }
  return key;
}
