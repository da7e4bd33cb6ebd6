// The current time as the API and the tables store it, in whole seconds since 1970 (UTC), and durations.

import { serviceClock } from './service-clock.ts';

/** In seconds. */
export const DAY = 86_400;

/** In seconds. */
export const WEEK = 7 * DAY;

/** Milliseconds since 1970, by the clock of the service. */
export function nowMilliseconds(): number {
  return Math.floor(serviceClock.now());
}

/** Whole seconds since 1970, rounded down. In a unit of work use the writer's `now` instead. */
export function nowSeconds(): number {
  return Math.floor(serviceClock.now() / 1000);
}

/**
 * Whole seconds since 1970 that advance steadily even if the machine's clock is set, for idle times that
 * outlast the process.
 */
export function steadyNowSeconds(): number {
  return Math.floor(serviceClock.steadyNow() / 1000);
}

/** Seconds since 1970 with fractions. */
export function exactSeconds(): number {
  return serviceClock.now() / 1000;
}
