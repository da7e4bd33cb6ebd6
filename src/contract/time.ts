// The present moment as the API and the tables count it: whole seconds since 1970, UTC; and stretches of time.

/** In seconds. */
export const DAY = 86_400;

/** In seconds. */
export const WEEK = 7 * DAY;

/** Whole seconds since 1970, rounded down. Inside a unit of work the writer's `now` is used instead. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
