// How long a client waits before it retries: longer each time up to a limit, with jitter, so that clients do
// not all return to a restarted server at the same moment.

import { ParleyError } from './parley-error.ts';

const FIRST_PAUSE_MILLISECONDS = 500;
const MAX_PAUSE_MILLISECONDS = 30_000;
/** The longest `Retry-After` that is honored, from the server or a proxy. */
const MAX_RETRY_AFTER_MILLISECONDS = 600_000;

/** Adds up to 25% of jitter in either direction. */
export function jittered(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}

/** The pauses of one client. */
export class Backoff {
  #pause = FIRST_PAUSE_MILLISECONDS;

  /** Milliseconds to wait after a temporary failure. Throws any other error. */
  after(error: unknown): number {
    if (!(error instanceof ParleyError) || !error.isTemporary) throw error;
    const retryAfter = Math.min((error.retryAfterSeconds ?? 0) * 1000, MAX_RETRY_AFTER_MILLISECONDS);
    return Math.max(this.next(), retryAfter);
  }

  /** The next pause, in milliseconds. */
  next(): number {
    const own = jittered(this.#pause);
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MILLISECONDS);
    return own;
  }

  /** Call after a success: the next failure starts with the shortest pause. */
  reset(): void {
    this.#pause = FIRST_PAUSE_MILLISECONDS;
  }
}

/** Waits, or until the signal is aborted. */
export function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
