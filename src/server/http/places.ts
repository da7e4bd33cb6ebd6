// How many may be at something at the same moment, each by their own key (their network, say).

import { rateLimited } from '../../api-contract/error.ts';

const TRY_AGAIN_SECONDS = 5;

/** So many places for each key. */
export class Places {
  readonly #most: () => number;
  readonly #taken = new Map<string, number>();

  /** @param most is asked each time */
  constructor(most: () => number) {
    this.#most = most;
  }

  /**
   * Does something in one of the key's places.
   * @throws `RATE_LIMIT_HIT` where all are taken
   */
  async in<T>(key: string, work: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#most()) throw rateLimited(TRY_AGAIN_SECONDS);
    this.#taken.set(key, taken + 1);
    try {
      return await work();
    } finally {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
  }
}
