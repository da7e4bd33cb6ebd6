// A concurrency limit per key, for example per network.

import { rateLimited } from '../../api-contract/error.ts';

const TRY_AGAIN_SECONDS = 5;

/** A number of slots for each key. */
export class ConcurrencyLimit {
  readonly #limit: () => number;
  readonly #running = new Map<string, number>();

  /** @param limit returns the limit; called each time */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /**
   * Runs something in one of the key's slots.
   * @throws `RATE_LIMIT_HIT` if all are taken
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#limit()) throw rateLimited(TRY_AGAIN_SECONDS);
    this.#running.set(key, running + 1);
    try {
      return await work();
    } finally {
      const remaining = (this.#running.get(key) ?? 1) - 1;
      if (remaining > 0) this.#running.set(key, remaining);
      else this.#running.delete(key);
    }
  }
}
