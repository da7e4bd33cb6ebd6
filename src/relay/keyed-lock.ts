// Work under one name happens one after another.

/** Whose turn it is, for each name. */
export class KeyedLock {
  /** By name, the last that was begun or waits. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does work once all that came before it under the same name has ended. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
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
