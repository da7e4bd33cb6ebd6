// The newest entries of an organization's log in memory, so that polls that keep up never touch the database.

import type { LogEntry } from '../contract/event.ts';
import { limits } from '../contract/limits.ts';

/** What an entry takes beside its texts. */
const CHARACTERS_BESIDE = 300;

/** About how long an entry is: its longest texts are the two forms of a message's content. */
function lengthOf({ extra, payload }: LogEntry): number {
  let length = CHARACTERS_BESIDE;
  for (const fields of [payload, extra, extra?.row]) {
    if (typeof fields !== 'object' || fields === null) continue;
    for (const value of Object.values(fields)) if (typeof value === 'string') length += value.length;
  }
  return length;
}

/** The end of one organization's log. */
export class LogTail {
  #entries: LogEntry[] = [];
  #characters = 0;
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

  /** Adds a stretch that was committed; the oldest entries go where there is no room. */
  append(entries: readonly LogEntry[], head: number): void {
    this.#head = head;
    for (const entry of entries) {
      this.#entries.push(entry);
      this.#characters += lengthOf(entry);
    }
    while (
      this.#entries.length > limits.logEntriesInMemory ||
      this.#characters > limits.logCharactersInMemory
    ) {
      const dropped = this.#entries.splice(0, (this.#entries.length + 1) >> 1);
      for (const entry of dropped) this.#characters -= lengthOf(entry);
      this.#complete = dropped.at(-1)?.sequence ?? this.#complete;
    }
  }

  /** Replaces entries whose content was scrubbed. */
  replace(change: (entry: LogEntry) => LogEntry): void {
    this.#entries = this.#entries.map(change);
    this.#characters = this.#entries.reduce((sum, entry) => sum + lengthOf(entry), 0);
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
