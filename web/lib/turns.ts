// Work of which only so much is done at once; the rest waits for its turn.

export class Turns {
  #free: number;
  /** What begins each of those that wait, in order. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Does the work when it is its turn. Throws the signal's reason where that is aborted before. */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve, reject) => {
        this.#waiting.add(resolve);
        signal.addEventListener('abort', () => {
          this.#waiting.delete(resolve);
          reject(signal.reason);
        });
      });
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) {
        this.#waiting.delete(next);
        next();
      } else this.#free += 1;
    }
  }
}
