// The backoff of push workers.

const GROWTH = 4;

/** Seconds until the next attempt: four times as many after each, up to a limit. */
export function exponentialBackoff(attempts: number, first: number, longest: number): number {
  return Math.min(first * GROWTH ** Math.max(0, attempts - 1), longest);
}
