// Inserting very many rows: a few statements for thousands. Both engines take the same rows, each in the way that costs it
// least: SQLite many rows of parameters at once, PostgreSQL an array of each column, which it takes apart.

import type { Schema } from './schema.ts';
import type { Writer } from './session.ts';

type ColumnKind = 'number' | 'text';

/** A table with those of its columns that are inserted, in their order. */
export interface BulkTable {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, kind: ColumnKind])[];
}

/** A value of a column; booleans are 0 and 1. */
export type BulkValue = number | string | null;

/** Parameters of one statement of SQLite. */
const PARAMETERS = 2500;
/** Characters of the rows of one statement of PostgreSQL. */
const CHARACTERS = 4_000_000;

/** Declares which columns of a table rows are inserted with. */
export function bulkTable<T extends keyof Schema & string>(
  name: T,
  columns: { readonly [C in keyof Schema[T] & string]?: ColumnKind },
): BulkTable {
  return { name, columns: Object.entries(columns) as [string, ColumnKind][] };
}

/** Inserts rows, whose values follow each other in one list. */
export async function insertBulk(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  if (writer.engine === 'sqlite') await insertByParameters(writer, table, values);
  else await insertByColumns(writer, table, values);
}

function heading({ name, columns }: BulkTable): string {
  return `insert into ${name} (${columns.map(([column]) => column).join(', ')})`;
}

async function insertByParameters(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  const width = table.columns.length;
  const row = `(${table.columns.map(() => '?').join(', ')})`;
  const together = Math.floor(PARAMETERS / width);
  const many = `${heading(table)} values ${Array(together).fill(row).join(', ')}`;
  const one = `${heading(table)} values ${row}`;
  let at = 0;
  for (; at + together * width <= values.length; at += together * width)
    await writer.execute(many, values.slice(at, at + together * width));
  for (; at < values.length; at += width) await writer.execute(one, values.slice(at, at + width));
}

async function insertByColumns(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  const { columns } = table;
  const arrays = columns.map(([, kind], at) => `$${at + 1}::${kind === 'number' ? 'bigint' : 'text'}[]`);
  const sql = `${heading(table)} select * from unnest(${arrays.join(', ')})`;
  let full = columns.map((): string[] => []);
  let characters = 0;
  // One after another: none may go on when the unit is taken back because of one that failed.
  const send = async () => {
    const literals = full.map((column) => `{${column.join(',')}}`);
    full = columns.map(() => []);
    characters = 0;
    if (literals[0] !== '{}') await writer.execute(sql, literals);
  };
  for (let at = 0; at < values.length; at += columns.length) {
    for (const [index, column] of full.entries()) {
      const element = arrayElement(values[at + index] ?? null);
      characters += element.length;
      column.push(element);
    }
    if (characters >= CHARACTERS) await send();
  }
  await send();
}

/** A value as PostgreSQL writes it in an array. */
export function arrayElement(value: BulkValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
