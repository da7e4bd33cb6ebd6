// Inserts rows given as lines of JSON, many per statement: the engine parses the JSON.

import { codeOf } from '../../errors/error-detail.ts';
import type { Statements, TableStructure } from './table-structure.ts';

/**
 * Inserts rows, each a line of JSON with the values of the table's columns in order.
 * @param others SQL expressions for columns that the lines do not have
 */
export async function insertLines(
  { engine, execute }: Statements,
  { name, columns }: Pick<TableStructure, 'name' | 'columns'>,
  lines: readonly string[],
  others: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const names = [...columns.map((column) => column.name), ...others.keys()];
  const quoted = names.map((column) => `"${column}"`).join(', ');
  const values = columns.map(({ kind }, at) => {
    if (engine === 'sqlite') return `value ->> ${at}`;
    return kind === 'number' ? `(line ->> ${at})::bigint` : `line ->> ${at}`;
  });
  const from = engine === 'sqlite' ? 'json_each(?)' : 'json_array_elements($1::json) as line';
  await execute(
    `insert into "${name}" (${quoted}) select ${[...values, ...others.values()].join(', ')} from ${from}`,
    [`[${lines.join(',')}]`],
  );
}

/** Whether an engine refused rows: duplicates, missing values, invalid values. */
export function isRowError(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  // PostgreSQL's classes 22 (invalid data) and 23 (integrity constraints).
  return code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_MISMATCH' || /^2[23]...$/.test(code);
}
