// The newest entries of an organization's log in memory, so that polls that keep up need no database reads.

import { countBefore } from '../api-contract/binary-search.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';

/** The overhead of an entry, and of a value. */
const BYTES_OF_ENTRY = 300;
const BYTES_OF_VALUE = 16;
const BYTES_OF_NUMBER = 8;

/**
 * The approximate bytes of a value in memory, including nested ones, since a list of people may be longer
 * than any text.
 */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_OF_VALUE + value.length;
  if (typeof value !== 'object' || value === null) return BYTES_OF_NUMBER;
  if (Array.isArray(value)) {
    // Long arrays are lists of ids.
    if (typeof value[0] === 'number') return BYTES_OF_VALUE + value.length * BYTES_OF_NUMBER;
    return value.reduce((sum, item) => sum + bytesOf(item), BYTES_OF_VALUE);
  }
  let bytes = BYTES_OF_VALUE;
  for (const name in value) bytes += BYTES_OF_VALUE + bytesOf((value as Record<string, unknown>)[name]);
  return bytes;
}

/** The end of one organization's log. */
export class LogTail {
  #entries: LogEntry[] = [];
  /** The size of each entry, measured when the entry is added. */
  readonly #sizes = new WeakMap<LogEntry, number>();
  #bytes = 0;
  /** Entries after this log position are all in memory. */
  #completeAfter: number;
  #head: number;

  constructor(head: number) {
    this.#completeAfter = head;
    this.#head = head;
  }

  /** The last log position that was assigned, with or without an entry. */
  get head(): number {
    return this.#head;
  }

  /** Appends a committed range; the oldest entries are dropped beyond the limits. */
  append(entries: readonly LogEntry[], head: number): void {
    this.#head = head;
    for (const entry of entries) {
      this.#entries.push(entry);
      this.#bytes += this.#sizeOf(entry);
    }
    while (this.#entries.length > limits.logEntriesInMemory || this.#bytes > limits.logBytesInMemory) {
      const dropped = this.#entries.splice(0, (this.#entries.length + 1) >> 1);
      for (const entry of dropped) this.#bytes -= this.#sizeOf(entry);
      this.#completeAfter = dropped.at(-1)?.sequence ?? this.#completeAfter;
    }
  }

  #sizeOf(entry: LogEntry): number {
    const measured = this.#sizes.get(entry);
    if (measured !== undefined) return measured;
    const size = BYTES_OF_ENTRY + bytesOf(entry);
    this.#sizes.set(entry, size);
    return size;
  }

  /** Replaces entries that were scrubbed or rewritten. */
  replace(change: (entry: LogEntry) => LogEntry): void {
    this.#entries = this.#entries.map(change);
    this.#bytes = this.#entries.reduce((sum, entry) => sum + this.#sizeOf(entry), 0);
  }

  /** The entries after a log position, in order; undefined if some of them are only in the database. */
  after(sequence: number): readonly LogEntry[] | undefined {
    if (sequence < this.#completeAfter) return undefined;
    const entries = this.#entries;
    const skipped = countBefore(entries.length, (index) => (entries[index]?.sequence ?? 0) <= sequence);
    return skipped === 0 ? entries : entries.slice(skipped);
  }
}
