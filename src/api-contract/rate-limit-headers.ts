// The headers that describe the state of a rate limit.

export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970 at which the full limit is available again. */
  readonly reset: number;
}

/** The headers for a state, also used in errors; empty if there is no limit. */
export function rateLimitHeaders(state: RateLimitState | undefined): Record<string, string> {
  if (!state) return {};
  const { limit, remaining, reset } = state;
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  };
}
