// Inserting very many rows: a few statements for thousands. Both engines take the same rows, each in the way that costs it
// least: SQLite many rows of parameters at once, PostgreSQL all of them in one that it takes apart.

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
  else await insertByRecords(writer, table, values);
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

async function insertByRecords(
  writer: Writer,
  table: BulkTable,
  values: readonly BulkValue[],
): Promise<void> {
  const { columns } = table;
  const names = columns.map(([name]) => name).join(', ');
  const types = columns.map(([name, kind]) => `${name} ${kind === 'number' ? 'bigint' : 'text'}`).join(', ');
  const sql = `${heading(table)} select ${names} from json_to_recordset($1::json) as r(${types})`;
  let records: string[] = [];
  let characters = 0;
  // One after another: none may go on when the unit is taken back because of one that failed.
  const send = async () => {
    const full = records;
    records = [];
    characters = 0;
    if (full.length > 0) await writer.execute(sql, [`[${full.join(',')}]`]);
  };
  for (let at = 0; at < values.length; at += columns.length) {
    const record = JSON.stringify(
      Object.fromEntries(columns.map(([name], index) => [name, values[at + index]])),
    );
    characters += record.length;
    records.push(record);
    if (characters >= CHARACTERS) await send();
  }
  await send();
}
