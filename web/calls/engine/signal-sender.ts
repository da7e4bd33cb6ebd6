// Sends signals through the server: one request at a time, so that none overtakes another, and what waits goes with the
// next. A request that failed is repeated.

import { Backoff, pauseFor } from '../../../client/backoff.ts';
import { ParleyError } from '../../../client/parley-error.ts';
import type { Signal } from './signals.ts';

export interface OutgoingSignal {
  /** The session of the participant it is for. */
  readonly to: string;
  readonly data: Signal;
}

/** The server's limits of a request. */
const MAX_SIGNALS = 16;
const MAX_CHARACTERS = 120_000;
/** The longest pause before a repetition, unless the server names a longer one: people wait for the connection. */
const MAX_PAUSE_MILLISECONDS = 2000;
/** After this time the other browser has given up waiting. */
const MAX_AGE_MILLISECONDS = 20_000;

interface Waiting extends OutgoingSignal {
  readonly size: number;
  readonly since: number;
}

export class SignalSender {
  readonly #post: (signals: OutgoingSignal[]) => Promise<unknown>;
  readonly #onRefused: (error: unknown) => void;
  readonly #backoff = new Backoff();
  #waiting: Waiting[] = [];
  #isSending = false;
  #isClosed = false;
  #pausing = new AbortController();

  /**
   * @param post sends a request
   * @param onRefused called with an error that repeating does not cure
   */
  constructor(
    post: (signals: OutgoingSignal[]) => Promise<unknown>,
    onRefused: (error: unknown) => void = () => undefined,
  ) {
    this.#post = post;
    this.#onRefused = onRefused;
  }

  send(to: string, data: Signal): void {
    this.#waiting.push({ to, data, size: JSON.stringify(data).length, since: Date.now() });
    if (!this.#isSending) void this.#sendAll();
  }

  /** Repeats a failed request at once: the network is another one. */
  retry(): void {
    this.#pausing.abort();
  }

  /** Forgets what waits. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // So that what is sent in one task goes with one request.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#sendNext();
    this.#isSending = false;
  }

  async #sendNext(): Promise<void> {
    const batch = this.#nextBatch();
    try {
      await this.#post(batch.map(({ to, data }) => ({ to, data })));
      this.#backoff.reset();
    } catch (error) {
      if (this.#isClosed) return;
      if (!(error instanceof ParleyError) || !error.isTemporary) {
        this.#onRefused(error);
        return;
      }
      this.#waiting = [...batch, ...this.#waiting];
      await this.#pauseAfter(error);
      const oldest = Date.now() - MAX_AGE_MILLISECONDS;
      this.#waiting = this.#waiting.filter(({ since }) => since > oldest);
    }
  }

  async #pauseAfter(error: ParleyError): Promise<void> {
    const pause = this.#backoff.after(error);
    this.#pausing = new AbortController();
    if (error.retryAfterSeconds === undefined)
      await pauseFor(Math.min(pause, MAX_PAUSE_MILLISECONDS), this.#pausing.signal);
    else await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** Removes what fits into a request from what waits. */
  #nextBatch(): Waiting[] {
    let characters = 0;
    let count = 0;
    for (const { size } of this.#waiting.slice(0, MAX_SIGNALS)) {
      characters += size;
      if (count > 0 && characters > MAX_CHARACTERS) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}
