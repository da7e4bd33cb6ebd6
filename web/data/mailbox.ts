// What arrives from several sides, taken out one by one in the order in which it came.

/** A line of things to be taken; `fail` ends it with an error after what came before. */
export class Mailbox<T> {
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

  /** Nothing is taken any more. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** What is there already, without waiting for it; undefined where there is nothing, or after the end. */
  take(): T | undefined {
    return this.#isOver ? undefined : this.#items.shift();
  }

  /** The next thing, when it comes; undefined after the end. Throws what it failed with. */
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
