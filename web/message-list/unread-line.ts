// The line of a view below which its unread messages begin, and how many came there; kept while the view is open, whatever is
// read meanwhile.

import type { Range } from '../store/ranges.ts';

export class UnreadLine {
  readonly #isUnread: (id: number) => boolean;
  /** Whoever asks for the end, or has written there, is not held up where the unread messages begin. */
  #isPast: boolean;
  #first: number | undefined;
  /** Those from the line on that were not read when they came, read or not meanwhile. */
  readonly #unread = new Set<number>();
  #countedTo = Number.NEGATIVE_INFINITY;

  /** @param isPast no line is ever drawn */
  constructor(isUnread: (id: number) => boolean, isPast: boolean) {
    this.#isUnread = isUnread;
    this.#isPast = isPast;
  }

  /** The message above which the line is drawn; undefined where there is none. */
  get first(): number | undefined {
    return this.#first;
  }

  /** How many from the line on were not read when they came. */
  get count(): number {
    return this.#unread.size;
  }

  /** Draws no line from now on. */
  pass(): void {
    this.#isPast = true;
    this.#first = undefined;
  }

  /** Draws the line where the first unread message of a range is, unless there is one. */
  draw({ ids }: Range): void {
    if (this.#first === undefined && !this.#isPast) this.#first = ids.find((id) => this.#isUnread(id));
  }

  /** Takes those into account that came after the last ones that were looked at. */
  take({ ids }: Range): void {
    if (this.#first === undefined) return;
    const from = Math.max(this.#countedTo + 1, this.#first);
    for (let at = ids.length - 1; (ids[at] ?? from - 1) >= from; at -= 1) {
      const id = ids[at] ?? 0;
      if (this.#isUnread(id)) this.#unread.add(id);
    }
    this.#countedTo = Math.max(this.#countedTo, ids.at(-1) ?? 0);
    // Some were deleted or forgotten.
    if (this.#unread.size <= ids.length) return;
    const held = new Set(ids);
    for (const id of this.#unread) if (!held.has(id)) this.#unread.delete(id);
  }
}
