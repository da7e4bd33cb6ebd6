// Something that is loaded when it is first asked for. Where that fails it fails for all who ask in the next moments, so that
// whoever asks at every key does not make a request at every key.

import { Backoff } from '../../client/backoff.ts';

export class Loaded<T> {
  readonly #load: () => Promise<T>;
  readonly #rest: (milliseconds: number) => Promise<void>;
  readonly #backoff = new Backoff();
  #value: Promise<T> | undefined;

  /** @param rest waits before it may be asked for again */
  constructor(load: () => Promise<T>, rest: (milliseconds: number) => Promise<void>) {
    this.#load = load;
    this.#rest = rest;
  }

  /** Throws where it cannot be loaded. */
  get(): Promise<T> {
    this.#value ??= this.#loaded();
    return this.#value;
  }

  async #loaded(): Promise<T> {
    try {
      return await this.#load();
    } catch (error) {
      void this.#rest(this.#backoff.next()).then(() => {
        this.#value = undefined;
      });
      throw error;
    }
  }
}
