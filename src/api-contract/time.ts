// The present moment as the API and the tables count it: whole seconds since 1970, UTC; and stretches of time.

import { serviceClock } from './service-clock.ts';

/** In seconds. */
export const DAY = 86_400;

/** In seconds. */
export const WEEK = 7 * DAY;

/** Milliseconds since 1970, by the clock of the service. */
export function nowMilliseconds(): number {
  return Math.floor(serviceClock.now());
}

/** Whole seconds since 1970, rounded down. Inside a unit of work the writer's `now` is used instead. */
export function nowSeconds(): number {
  return Math.floor(serviceClock.now() / 1000);
}

/** The same as it passes, also when the machine's clock is set: for idleness that outlasts the process. */
export function evenSeconds(): number {
  return Math.floor(serviceClock.evenNow() / 1000);
}

/** Seconds since 1970 with their fractions. */
export function exactSeconds(): number {
  return serviceClock.now() / 1000;
}
