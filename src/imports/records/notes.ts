// Collects the kinds of objects that could not be imported, and the reasons. They are reported at the end of an
// import.

/** One reason, and how often it occurred. */
export interface Note {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}

/** Collects notes; notes with the same `what` and `why` are counted together. */
export class Notes {
  readonly #counts = new Map<string, number>();

  add(what: string, why: string, count = 1): void {
    if (count === 0) return;
    const key = JSON.stringify([what, why]);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Adds notes that were collected elsewhere. */
  addAll(notes: readonly Note[]): void {
    for (const { what, why, count } of notes) this.add(what, why, count);
  }

  /** All notes, in the order of their first occurrence. */
  get all(): Note[] {
    return [...this.#counts].map(([key, count]) => {
      // The key was made by `add`.
      const [what, why] = JSON.parse(key);
      return { what, why, count };
    });
  }
}
