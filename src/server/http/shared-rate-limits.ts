// Rate limits that the servers of one database share. Each server counts by itself and broadcasts once a second what was
// taken, so a limit can be exceeded by what is taken within that second. Limits of which each use
// matters, those of logins and mails, are broadcast at once. Nothing is stored: a server that starts begins with full buckets.

import { randomBytes } from 'node:crypto';
import { anyText, count, decodedOrUndefined, list, record, tuple } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter, RateLimits } from '../../api-contract/rate-limits.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { RateLimit } from './rate-limit.ts';

const SHARE_MILLISECONDS = 1000;
/** What a notification of PostgreSQL may hold, with room for the frame around the entries. */
const MESSAGE_BYTES = 7800;

/** The server that took tokens, and for each key the limit, the key and the tokens. */
const message = record({ by: anyText, taken: list(tuple(anyText, anyText, count)) });
type Taken = readonly [limit: string, key: string, tokens: number];

/** One limit, which remembers what was taken here since the last broadcast. */
class SharedLimit implements Limiter {
  readonly #local: RateLimit;
  readonly #onTaken: () => void;
  #taken = new Map<string, number>();

  constructor(local: RateLimit, onTaken: () => void) {
    this.#local = local;
    this.#onTaken = onTaken;
  }

  consume(key: string, tokens = 1) {
    const state = this.#local.consume(key, tokens);
    if (!state) return undefined;
    const before = this.#taken.get(key);
    if (before === undefined && this.#taken.size >= limits.rateLimitKeysShared) return state;
    this.#taken.set(key, (before ?? 0) + tokens);
    this.#onTaken();
    return state;
  }

  /** What was taken at another server. */
  takenElsewhere(key: string, tokens: number): void {
    this.#local.drain(key, tokens);
  }

  /** What was taken here since the last call. */
  takenHere(): ReadonlyMap<string, number> {
    const taken = this.#taken;
    this.#taken = new Map();
    return taken;
  }
}

export class SharedRateLimits implements RateLimits {
  readonly #database: ParleyDatabase;
  /** Marks this server's own messages. */
  readonly #id = randomBytes(6).toString('base64url');
  readonly #limits = new Map<string, SharedLimit>();
  #timer: NodeJS.Timeout | undefined;
  #isDueNow = false;

  constructor(database: ParleyDatabase) {
    this.#database = database;
    database.onBroadcast((text) => this.#hear(text));
  }

  of(name: string, limit: number | undefined, seconds = 60, sharing: 'soon' | 'at once' = 'soon'): Limiter {
    const local = new RateLimit(limit, seconds);
    if (this.#database.engine === 'sqlite' || limit === undefined) return local;
    const shared = new SharedLimit(local, () => this.#broadcastSoon(sharing === 'at once'));
    this.#limits.set(name, shared);
    return shared;
  }

  #broadcastSoon(isAtOnce: boolean): void {
    this.#timer ??= setTimeout(() => this.#broadcast(), SHARE_MILLISECONDS).unref();
    if (!isAtOnce || this.#isDueNow) return;
    this.#isDueNow = true;
    setImmediate(() => this.#broadcast());
  }

  #broadcast(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDueNow = false;
    const taken = [...this.#limits].flatMap(([name, limit]) =>
      [...limit.takenHere()].map(([key, tokens]): Taken => [name, key, tokens]),
    );
    let part: string[] = [];
    let bytes = 0;
    for (const entry of taken.map((one) => JSON.stringify(one))) {
      const length = Buffer.byteLength(entry) + 1;
      if (bytes + length > MESSAGE_BYTES) {
        this.#send(part);
        [part, bytes] = [[], 0];
      }
      part.push(entry);
      bytes += length;
    }
    this.#send(part);
  }

  #send(entries: readonly string[]): void {
    if (entries.length > 0) this.#database.broadcast(`{"by":"${this.#id}","taken":[${entries.join(',')}]}`);
  }

  #hear(text: string): void {
    const heard = decodedOrUndefined(message, parseJson(text));
    if (!heard || heard.by === this.#id) return;
    // A limit that only another version has is left out.
    for (const [name, key, tokens] of heard.taken) this.#limits.get(name)?.takenElsewhere(key, tokens);
  }
}
