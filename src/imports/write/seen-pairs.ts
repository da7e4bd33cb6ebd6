// Which pairs have come already, where an archive may have the same twice.

/** Remembers pairs; there may be many of them, of few different first parts. */
export class SeenPairs<T> {
  readonly #seen = new Map<T, Set<number>>();

  /** Whether a pair comes for the first time. */
  isNew(first: T, second: number): boolean {
    const present = this.#seen.get(first);
    if (!present) {
      this.#seen.set(first, new Set([second]));
      return true;
    }
    const before = present.size;
    return present.add(second).size > before;
  }
}
