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
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = () => {
        this.#waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) leave();
      else {
        this.#waiting.add(begin);
        signal.addEventListener('abort', leave, { once: true });
      }
    });
  }
}
