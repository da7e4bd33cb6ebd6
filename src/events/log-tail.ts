// The newest entries of an organization's log in memory, so that polls that keep up never touch the database.

import type { LogEntry } from '../contract/event.ts';

/** Beyond this many the older half goes. */
const MAX_ENTRIES = 4000;

export class LogTail {
  #entries: LogEntry[] = [];
  /** Entries after this place are all in memory. */
  #complete: number;
  #head: number;

  constructor(head: number) {
    this.#complete = head;
    this.#head = head;
  }

  /** The last place that was given out, with an entry or without. */
  get head(): number {
    return this.#head;
  }

  append(entries: readonly LogEntry[], head: number): void {
    this.#head = head;
    this.#entries.push(...entries);
    if (this.#entries.length > MAX_ENTRIES) {
      const dropped = this.#entries.splice(0, this.#entries.length >> 1);
      this.#complete = dropped.at(-1)?.sequence ?? this.#complete;
    }
  }

  /** Replaces entries whose content was scrubbed. */
  replace(change: (entry: LogEntry) => LogEntry): void {
    this.#entries = this.#entries.map(change);
  }

  /** The entries after a place, in order; undefined when some of them are only in the database. */
  after(sequence: number): readonly LogEntry[] | undefined {
    if (sequence < this.#complete) return undefined;
    const entries = this.#entries;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = entries[middle];
      if (entry && entry.sequence > sequence) high = middle;
      else low = middle + 1;
    }
    return low === 0 ? entries : entries.slice(low);
  }
}
