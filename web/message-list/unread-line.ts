// The line of a view above its first unread message, and the number of unread messages from there. The line
// stays while the view is open, whatever is read meanwhile.

import type { Range } from '../store/ranges.ts';

export class UnreadLine {
  readonly #isUnread: (id: number) => boolean;
  /** Going to the end or sending a message skips the line. */
  #isDisabled: boolean;
  #first: number | undefined;
  /** The messages from the line on that were unread when they arrived, even if read since. */
  readonly #unread = new Set<number>();
  #countedTo = Number.NEGATIVE_INFINITY;

  /** @param isDisabled whether the line is never drawn */
  constructor(isUnread: (id: number) => boolean, isDisabled: boolean) {
    this.#isUnread = isUnread;
    this.#isDisabled = isDisabled;
  }

  /** The message above which the line is drawn; undefined if there is none. */
  get first(): number | undefined {
    return this.#first;
  }

  /** How many messages from the line on were unread when they arrived. */
  get count(): number {
    return this.#unread.size;
  }

  /** Draws no line from now on. */
  disable(): void {
    this.#isDisabled = true;
    this.#first = undefined;
  }

  /** Draws the line at the first unread message of a range, unless it is drawn already. */
  draw({ ids }: Range): void {
    if (this.#first === undefined && !this.#isDisabled) this.#first = ids.find((id) => this.#isUnread(id));
  }

  /** Counts the messages that arrived since the last call. */
  countArrived({ ids }: Range): void {
    if (this.#first === undefined) return;
    const from = Math.max(this.#countedTo + 1, this.#first);
    for (let at = ids.length - 1; (ids[at] ?? from - 1) >= from; at -= 1) {
      const id = ids[at] ?? 0;
      if (this.#isUnread(id)) this.#unread.add(id);
    }
    this.#countedTo = Math.max(this.#countedTo, ids.at(-1) ?? 0);
    // Some may have been deleted or forgotten.
    if (this.#unread.size <= ids.length) return;
    const inRange = new Set(ids);
    for (const id of this.#unread) if (!inRange.has(id)) this.#unread.delete(id);
  }
}
