// Bulk inserts: a few statements for thousands of rows. Both engines take the same rows, each in the cheapest
// way: SQLite binds the values of many rows as parameters; PostgreSQL unnests one array per column.

import type { Writer } from './reader-writer.ts';
import type { Column } from './schema/column.ts';
import type { Columns } from './schema/table.ts';
import { type Schema, type TableName, tables } from './schema.ts';

/** A table and the columns that an insert sets, in order. */
export interface BulkTable<T extends string = string> {
  readonly name: T;
  readonly columns: readonly (readonly [name: string, kind: Column['kind']])[];
}

/** A column's value; booleans are 0 and 1. */
export type BulkValue = number | string | null;

/** The maximum number of parameters of one SQLite statement. */
const MAX_PARAMETERS = 2500;
/** The characters of rows after which a PostgreSQL statement is sent. */
const MAX_CHARACTERS = 4_000_000;

/** Inserts into a table that set all columns without a default, and the given ones that have one. */
export function bulkTable<T extends TableName>(
  name: T,
  ...withDefault: readonly (keyof Schema[T] & string)[]
): BulkTable<T> {
  const isSet = (column: string, hasDefault: boolean | undefined) =>
    !hasDefault || (withDefault as readonly string[]).includes(column);
  const columns: Columns = tables[name].columns;
  return {
    name,
    columns: Object.entries(columns).flatMap(([column, { kind, hasDefault }]) =>
      isSet(column, hasDefault) ? [[column, kind] as const] : [],
    ),
  };
}

/** Inserts rows, given as one flat list of values, row after row. */
export async function insertBulk(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  if (writer.engine === 'sqlite') await insertByParameters(writer, table, values);
  else await insertByColumns(writer, table, values);
}

function insertHead({ name, columns }: BulkTable): string {
  return `insert into ${name} (${columns.map(([column]) => column).join(', ')})`;
}

async function insertByParameters(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  const width = table.columns.length;
  const row = `(${table.columns.map(() => '?').join(', ')})`;
  const rowsPerStatement = Math.floor(MAX_PARAMETERS / width);
  const fullStatement = `${insertHead(table)} values ${Array(rowsPerStatement).fill(row).join(', ')}`;
  const singleInsert = `${insertHead(table)} values ${row}`;
  let at = 0;
  for (; at + rowsPerStatement * width <= values.length; at += rowsPerStatement * width)
    await writer.execute(fullStatement, values.slice(at, at + rowsPerStatement * width));
  for (; at < values.length; at += width) await writer.execute(singleInsert, values.slice(at, at + width));
}

async function insertByColumns(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  const { columns } = table;
  const arrays = columns.map(([, kind], at) => `$${at + 1}::${kind === 'number' ? 'bigint' : 'text'}[]`);
  const sql = `${insertHead(table)} select * from unnest(${arrays.join(', ')})`;
  let elements = columns.map((): string[] => []);
  let characters = 0;
  // Sequentially: no statement may run after one that failed has rolled back the unit.
  const send = async () => {
    const literals = elements.map((column) => `{${column.join(',')}}`);
    elements = columns.map(() => []);
    characters = 0;
    if (literals[0] !== '{}') await writer.execute(sql, literals);
  };
  for (let at = 0; at < values.length; at += columns.length) {
    for (const [index, column] of elements.entries()) {
      const element = arrayElement(values[at + index] ?? null);
      characters += element.length;
      column.push(element);
    }
    if (characters >= MAX_CHARACTERS) await send();
  }
  await send();
}

/** Formats a value as an element of a PostgreSQL array literal. */
export function arrayElement(value: BulkValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
