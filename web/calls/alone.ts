// When a person who is alone in a call is asked whether they stay: the server ends such a call.

import type { LiveCall } from '../store/calls.ts';

/** The server waits for the answer as long as this. */
const ASKED_SECONDS = 120;

/**
 * How many seconds are left before a call ends because this person is alone; undefined if there is nothing to ask.
 * @param now seconds since 1970, by the server's clock
 */
export function secondsAlone(call: LiveCall | undefined, now: number): number | undefined {
  if (!call || call.alone_until === null) return undefined;
  const left = Math.ceil(call.alone_until - now);
  return left <= ASKED_SECONDS ? Math.max(0, left) : undefined;
}
