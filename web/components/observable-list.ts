// A list of things shown above the page, such as dialogs.

/** A list with listeners for changes. */
export class ObservableList<T> {
  #items: readonly T[] = [];
  readonly #listeners = new Set<() => void>();

  get items(): readonly T[] {
    return this.#items;
  }

  add(item: T): void {
    this.#change([...this.#items, item]);
  }

  remove(item: T): void {
    if (this.#items.includes(item)) this.#change(this.#items.filter((other) => other !== item));
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #change(items: readonly T[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
