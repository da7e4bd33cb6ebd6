// Rate limits by name, as code that enforces them sees them.

import type { RateLimitState } from './rate-limit-headers.ts';

export interface Limiter {
  /**
   * Takes one token of a key, or several, and returns what is left; undefined if there is no limit.
   * @throws `RATE_LIMIT_HIT` if there are not enough left
   */
  consume(key: string, tokens?: number): RateLimitState | undefined;
}

export interface RateLimits {
  /**
   * A limit that the servers of a database share.
   * @param limit how often per `seconds` (60 by default); undefined if unlimited
   * @param sharing when the other servers learn of a use: `soon`, within a second, by default; `at once` costs a
   * notification for each use, so it is for limits that are rarely used and matter for each use
   */
  of(name: string, limit: number | undefined, seconds?: number, sharing?: 'soon' | 'at once'): Limiter;
}
