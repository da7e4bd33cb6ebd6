// Detects duplicate pairs in an archive.

/** Remembers pairs; there may be many, but with few different first values. */
export class SeenPairs<T> {
  readonly #seen = new Map<T, Set<number>>();

  /** Whether a pair occurs for the first time. */
  isNew(first: T, second: number): boolean {
    const secondValues = this.#seen.get(first);
    if (!secondValues) {
      this.#seen.set(first, new Set([second]));
      return true;
    }
    const sizeBefore = secondValues.size;
    return secondValues.add(second).size > sizeBefore;
  }
}
