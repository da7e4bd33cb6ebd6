// Work of which only so much is done at the same moment, and only so much waits for its turn: hashes of passwords, and
// questions to a directory.

import { rateLimited } from '../api-contract/error.ts';

/** How long somebody is asked to wait when too many wait already. */
const RETRY_SECONDS = 5;

export interface LineBounds {
  readonly atOnce: number;
  readonly waiting: number;
}

export class BoundedLine {
  readonly #bounds: LineBounds;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** Does work in its turn; refuses with `RATE_LIMIT_HIT` when too much waits. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#bounds.atOnce) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on, so that nobody who comes meanwhile takes it.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(): Promise<void> {
    if (this.#waiting.length >= this.#bounds.waiting) throw rateLimited(RETRY_SECONDS);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
