// Collects items from several sources; a consumer takes them one by one, in order of arrival.

/** An asynchronous queue; `fail` ends it with an error after the items before it. */
export class AsyncQueue<T> {
  readonly #items: T[] = [];
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;

  put(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** Ends the queue; remaining items are dropped. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** The next item if there is one, without waiting; undefined if the queue is empty or ended. */
  take(): T | undefined {
    return this.#isOver ? undefined : this.#items.shift();
  }

  /** Waits for the next item; undefined after the end. Throws the error passed to `fail`. */
  async next(): Promise<T | undefined> {
    for (;;) {
      if (this.#isOver) return undefined;
      const item = this.#items.shift();
      if (item !== undefined) return item;
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
