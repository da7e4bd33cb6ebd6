// The rows of one unit of work, collected by table.

import { type BulkTable, type BulkValue, insertBulk } from '../../storage/bulk.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Schema, TableName } from '../../storage/schema.ts';

/** A value before it is stored: booleans become 0 and 1. */
type Value = BulkValue | boolean | undefined;

/** The compiler checks the columns of a row if it knows the table. */
type RowFor<T extends string> = T extends TableName
  ? { readonly [C in keyof Schema[T]]?: Value }
  : Readonly<Record<string, Value>>;

/** Collects rows for tables, and inserts them. */
export class RowsByTable {
  readonly #values = new Map<BulkTable, BulkValue[]>();

  /** Adds a row. Values are given by column; missing ones are null. */
  add<T extends string>(table: BulkTable<T>, row: RowFor<T>): void {
    const values = this.#values.get(table) ?? [];
    this.#values.set(table, values);
    for (const [column] of table.columns) {
      const value = (row as Readonly<Record<string, Value>>)[column];
      values.push(typeof value === 'boolean' ? Number(value) : (value ?? null));
    }
  }

  /** The values of all rows of a table, one row after another. */
  valuesOf(table: BulkTable): readonly BulkValue[] {
    return this.#values.get(table) ?? [];
  }

  async insert(writer: Writer): Promise<void> {
    for (const [table, values] of this.#values) await insertBulk(writer, table, values);
  }
}
