// A value loaded on first use. After a failure all callers fail for a moment, so that a caller on every key
// press does not cause a request on every key press.

import { Backoff } from '../../client/backoff.ts';

export class LazyValue<T> {
  readonly #load: () => Promise<T>;
  readonly #pause: (milliseconds: number) => Promise<void>;
  readonly #backoff = new Backoff();
  #value: Promise<T> | undefined;

  /** @param pause waits before the next attempt is allowed */
  constructor(load: () => Promise<T>, pause: (milliseconds: number) => Promise<void>) {
    this.#load = load;
    this.#pause = pause;
  }

  /** Throws if it cannot be loaded. */
  get(): Promise<T> {
    this.#value ??= this.#attempt();
    return this.#value;
  }

  async #attempt(): Promise<T> {
    try {
      return await this.#load();
    } catch (error) {
      void this.#pause(this.#backoff.next()).then(() => {
        this.#value = undefined;
      });
      throw error;
    }
  }
}
