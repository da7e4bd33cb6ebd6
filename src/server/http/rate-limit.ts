// A rate limit, for example of an account's requests: a token bucket per key that refills evenly.

import { rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { type RateLimitState, rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import { exactSeconds } from '../../api-contract/time.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** One limit, with a bucket for each key. */
export class RateLimit {
  readonly #most: number | undefined;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param most how often per `seconds`; undefined: unlimited */
  constructor(most: number | undefined, seconds = 60) {
    this.#most = most;
    this.#perSecond = (most ?? 0) / seconds;
  }

  /**
   * Takes a token and returns the state of the bucket.
   * @throws `RATE_LIMIT_HIT` if the bucket is empty
   */
  take(key: string): RateLimitState | undefined {
    const most = this.#most;
    if (most === undefined) return undefined;
    const now = performance.now() / 1000;
    const perSecond = this.#perSecond;
    const bucket = this.#buckets.get(key) ?? { tokens: most, filledAt: now };
    this.#remember(key, bucket);
    bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.filledAt) * perSecond);
    bucket.filledAt = now;
    const isEmpty = bucket.tokens < 1;
    if (!isEmpty) bucket.tokens -= 1;
    const state = {
      limit: most,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil(exactSeconds() + (most - bucket.tokens) / perSecond),
    };
    if (isEmpty) throw rateLimited((1 - bucket.tokens) / perSecond, rateLimitHeaders(state));
    return state;
  }

  /** Stores buckets in order of use. The least recently used one is dropped when there are too many. */
  #remember(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= limits.rateLimitBuckets) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
