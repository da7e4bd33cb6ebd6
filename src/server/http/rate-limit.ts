// A rate limit, for example of an account's requests: a token bucket per key that refills evenly.

import { rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { type RateLimitState, rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import { exactSeconds } from '../../api-contract/time.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** One limit, with a bucket for each key. */
export class RateLimit implements Limiter {
  readonly #limit: number | undefined;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param limit how often per `seconds`; undefined if unlimited */
  constructor(limit: number | undefined, seconds = 60) {
    this.#limit = limit;
    this.#perSecond = (limit ?? 0) / seconds;
  }

  /**
   * Takes one token, or several, and returns the state of the bucket.
   * @throws `RATE_LIMIT_HIT` if the bucket does not have them
   */
  consume(key: string, tokens = 1): RateLimitState | undefined {
    const limit = this.#limit;
    if (limit === undefined) return undefined;
    const perSecond = this.#perSecond;
    const bucket = this.#filled(key, limit);
    const isEmpty = bucket.tokens < tokens;
    if (!isEmpty) bucket.tokens -= tokens;
    const state = {
      limit,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil(exactSeconds() + (limit - bucket.tokens) / perSecond),
    };
    if (isEmpty) throw rateLimited((tokens - bucket.tokens) / perSecond, rateLimitHeaders(state));
    return state;
  }

  /** Takes tokens that were used already, as far as the bucket has them. */
  drain(key: string, tokens: number): void {
    if (this.#limit === undefined) return;
    const bucket = this.#filled(key, this.#limit);
    bucket.tokens = Math.max(0, bucket.tokens - tokens);
  }

  /** The bucket of a key, with what it has now. */
  #filled(key: string, limit: number): Bucket {
    const now = performance.now() / 1000;
    const bucket = this.#buckets.get(key) ?? { tokens: limit, filledAt: now };
    this.#remember(key, bucket);
    bucket.tokens = Math.min(limit, bucket.tokens + (now - bucket.filledAt) * this.#perSecond);
    bucket.filledAt = now;
    return bucket;
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
