// A queue for expensive work, such as hashing passwords and querying a directory, with a maximum of work that runs
// at the same time and of work that waits.

import { rateLimited } from '../api-contract/error.ts';

/** Seconds after which a caller may try again when too much work waits already. */
const RETRY_SECONDS = 5;

export interface ConcurrencyBounds {
  readonly running: number;
  readonly waiting: number;
}

export class BoundedConcurrencyLimit {
  readonly #bounds: ConcurrencyBounds;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(bounds: ConcurrencyBounds) {
    this.#bounds = bounds;
  }

  /** Runs the work when a slot is free. @throws `RATE_LIMIT_HIT` if too much work waits */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#bounds.running) await this.#waitForSlot();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes straight to the next waiter, so that a newcomer cannot take it.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #waitForSlot(): Promise<void> {
    if (this.#waiting.length >= this.#bounds.waiting) throw rateLimited(RETRY_SECONDS);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
