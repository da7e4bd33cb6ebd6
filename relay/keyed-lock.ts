// Serializes work with the same name.

/** A lock per name. */
export class KeyedLock {
  /** The last work started or waiting, by name. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs work after all earlier work with the same name has ended. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const turn = before ? before.then(work, work) : work();
    this.#last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }
}
