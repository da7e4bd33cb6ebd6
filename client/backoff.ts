// How long a client waits before it tries again: longer each time, never for ever, and each client a little
// differently, so that a server that comes back is not asked by all of them in the same moment.

import { ParleyError } from './parley-error.ts';

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** What a server, or something before it, may ask for at most. */
const LONGEST_ASKED_MILLISECONDS = 600_000;

/** A little more or less, for each client a little differently. */
export function around(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}

/** The pauses of one client. */
export class Backoff {
  #pause = FIRST_PAUSE_MILLISECONDS;

  /** Milliseconds to wait after a failure that passes. Throws any other. */
  after(error: unknown): number {
    if (!(error instanceof ParleyError) || !error.isPassing) throw error;
    const asked = Math.min((error.retryAfterSeconds ?? 0) * 1000, LONGEST_ASKED_MILLISECONDS);
    return Math.max(this.next(), asked);
  }

  /** Milliseconds to wait this time. */
  next(): number {
    const own = around(this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MILLISECONDS);
    return own;
  }

  /** Something succeeded: the next failure is the first again. */
  reset(): void {
    this.#pause = FIRST_PAUSE_MILLISECONDS;
  }
}

/** Waits, or less where the signal is aborted. */
export function paused(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
