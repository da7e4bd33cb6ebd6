// What of an archive did not come, and why: gathered while it is read, told at the end.

/** One reason, and how often it was met. */
export interface Note {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}

/** Gathers notes; the same what and why count together. */
export class Notes {
  readonly #counts = new Map<string, number>();

  add(what: string, why: string, count = 1): void {
    if (count === 0) return;
    const key = JSON.stringify([what, why]);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Those that were gathered elsewhere too. */
  addAll(notes: readonly Note[]): void {
    for (const { what, why, count } of notes) this.add(what, why, count);
  }

  /** In the order in which they were first met. */
  get all(): Note[] {
    return [...this.#counts].map(([key, count]) => {
      const [what, why] = JSON.parse(key);
      return { what, why, count };
    });
  }
}
