// Limits how many pieces of work run at the same time; the rest wait in order.

export class ConcurrencyLimit {
  #free: number;
  /** Starts each waiting piece of work, in order. */
  readonly #queue = new Set<() => void>();

  constructor(maximum: number) {
    this.#free = maximum;
  }

  /** Runs the work once it may start. Throws the signal's reason if it is aborted before. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve, reject) => {
        this.#queue.add(resolve);
        signal.addEventListener('abort', () => {
          this.#queue.delete(resolve);
          reject(signal.reason);
        });
      });
    try {
      return await work();
    } finally {
      const [next] = this.#queue;
      if (next) {
        this.#queue.delete(next);
        next();
      } else this.#free += 1;
    }
  }
}
