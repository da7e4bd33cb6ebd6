// Lets a bounded number of pieces of work go on at a time, in the order in which they came.

/** A gate that so many may be behind at once. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Does work once there is room for it. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes to who waits longest.
      if (next) next();
      else this.#free++;
    }
  }
}
