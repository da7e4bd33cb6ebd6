// What answers tell of a limit on how often something may be done.

export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970 at which all of it is free again. */
  readonly reset: number;
}

/** The state as answers tell it, the refusal among them; nothing where there is no limit. */
export function rateLimitHeaders(state: RateLimitState | undefined): Record<string, string> {
  if (!state) return {};
  const { limit, remaining, reset } = state;
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  };
}
