// How long the workers wait before they try again.

const GROWTH = 4;

/** Seconds after so many attempts: four times as many each time, up to a bound. */
export function growingPause(attempts: number, first: number, longest: number): number {
  return Math.min(first * GROWTH ** Math.max(0, attempts - 1), longest);
}
