// Waits for the network.

import { pauseFor } from '../../client/backoff.ts';

/** Waits for the given time, or until the browser is back online or the signal is aborted. */
export async function untilOnline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const back = new AbortController();
  addEventListener('online', () => back.abort(), { once: true, signal: back.signal });
  await pauseFor(milliseconds, signal ? AbortSignal.any([back.signal, signal]) : back.signal);
  back.abort();
}
