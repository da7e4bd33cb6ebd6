// How many requests an account (or an address, before log-in) may make: a bucket that refills evenly.

import { rateLimited } from '../contract/error.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

const MAX_BUCKETS = 100_000;

export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970 at which the bucket is full again. */
  readonly reset: number;
}

export class RateLimit {
  readonly #perMinute: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts one request; refuses it when the bucket is empty. */
  take(key: string): RateLimitState {
    const now = Date.now() / 1000;
    const perSecond = this.#perMinute / 60;
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= MAX_BUCKETS) this.#buckets.clear();
      bucket = { tokens: this.#perMinute, filledAt: now };
      this.#buckets.set(key, bucket);
    }
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + (now - bucket.filledAt) * perSecond);
    bucket.filledAt = now;
    if (bucket.tokens < 1) throw rateLimited((1 - bucket.tokens) / perSecond);
    bucket.tokens -= 1;
    return {
      limit: this.#perMinute,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil(now + (this.#perMinute - bucket.tokens) / perSecond),
    };
  }
}
