// Reads a table's rows one by one, in the order of its key, and compares keys as both engines order them.

import type { RowSource } from '../storage/rows/rows.ts';
import type { TableStructure } from '../storage/rows/table-structure.ts';

/** The values of a row's columns. */
export type RowValues = readonly unknown[];

/** A position in the rows of a table. */
export class TableRows {
  readonly #batches: AsyncIterator<readonly RowValues[]>;
  #batch: readonly RowValues[] = [];
  #at = 0;

  private constructor(batches: AsyncIterator<readonly RowValues[]>) {
    this.#batches = batches;
  }

  /** The rows of a table, at the first one. */
  static async of(source: RowSource, table: TableStructure): Promise<TableRows> {
    const rows = new TableRows(source.rows(table)[Symbol.asyncIterator]());
    await rows.#read();
    return rows;
  }

  /** The row here; undefined after the last one. */
  get current(): RowValues | undefined {
    return this.#batch[this.#at];
  }

  /** Moves to the next row; the promise must be awaited if there is one. */
  next(): Promise<void> | undefined {
    return ++this.#at < this.#batch.length ? undefined : this.#read();
  }

  async #read(): Promise<void> {
    this.#at = 0;
    do {
      const { done, value } = await this.#batches.next();
      this.#batch = done ? [] : value;
      if (done) return;
    } while (this.#batch.length === 0);
  }

  /** Ends reading, possibly before the last row. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

/** Whether two rows have the same values. */
export function areRowsEqual(one: RowValues, other: RowValues): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** Compares the keys of two rows: negative if the first one comes first. */
export function compareKeys(one: RowValues, other: RowValues, keyColumns: readonly number[]): number {
  for (const at of keyColumns) {
    const order = compareValues(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // Text is ordered by its bytes in UTF-8, which JavaScript's own order of strings is not.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
