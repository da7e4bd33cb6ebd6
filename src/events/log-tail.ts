// The newest entries of an organization's log in memory, so that polls that keep up never touch the database.

import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { countBefore } from '../api-contract/sorted.ts';

/** What an entry takes beside its contents, and a value beside its own bytes. */
const BYTES_OF_ENTRY = 300;
const BYTES_OF_VALUE = 16;
const BYTES_OF_NUMBER = 8;

/** About how many bytes a value takes in memory: all of it, since a list of people may be longer than any text. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_OF_VALUE + value.length;
  if (typeof value !== 'object' || value === null) return BYTES_OF_NUMBER;
  if (Array.isArray(value)) {
    // The long ones are lists of ids.
    if (typeof value[0] === 'number') return BYTES_OF_VALUE + value.length * BYTES_OF_NUMBER;
    return value.reduce((sum, one) => sum + bytesOf(one), BYTES_OF_VALUE);
  }
  let bytes = BYTES_OF_VALUE;
  for (const name in value) bytes += BYTES_OF_VALUE + bytesOf((value as Record<string, unknown>)[name]);
  return bytes;
}

/** The end of one organization's log. */
export class LogTail {
  #entries: LogEntry[] = [];
  /** Of each entry. */
  readonly #sizes = new WeakMap<LogEntry, number>();
  #bytes = 0;
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
      this.#bytes += this.#sizeOf(entry);
    }
    while (this.#entries.length > limits.logEntriesInMemory || this.#bytes > limits.logBytesInMemory) {
      const dropped = this.#entries.splice(0, (this.#entries.length + 1) >> 1);
      for (const entry of dropped) this.#bytes -= this.#sizeOf(entry);
      this.#complete = dropped.at(-1)?.sequence ?? this.#complete;
    }
  }

  #sizeOf(entry: LogEntry): number {
    const present = this.#sizes.get(entry);
    if (present !== undefined) return present;
    const size = BYTES_OF_ENTRY + bytesOf(entry);
    this.#sizes.set(entry, size);
    return size;
  }

  /** Replaces entries whose content was scrubbed. */
  replace(change: (entry: LogEntry) => LogEntry): void {
    this.#entries = this.#entries.map(change);
    this.#bytes = this.#entries.reduce((sum, entry) => sum + this.#sizeOf(entry), 0);
  }

  /** The entries after a place, in order; undefined when some of them are only in the database. */
  after(sequence: number): readonly LogEntry[] | undefined {
    if (sequence < this.#complete) return undefined;
    const entries = this.#entries;
    const told = countBefore(entries.length, (index) => (entries[index]?.sequence ?? 0) <= sequence);
    return told === 0 ? entries : entries.slice(told);
  }
}
