// Inserts rows given as lines of JSON, many per statement: the engine parses the JSON.

import type { Statements, TableStructure } from './table-structure.ts';

/** Inserts rows, each a line of JSON with the values of the table's columns in order. */
export async function insertLines(
  { engine, execute }: Statements,
  { name, columns }: TableStructure,
  lines: readonly string[],
): Promise<void> {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const values = columns.map(({ kind }, at) => {
    if (engine === 'sqlite') return `value ->> ${at}`;
    return kind === 'number' ? `(line ->> ${at})::bigint` : `line ->> ${at}`;
  });
  const from = engine === 'sqlite' ? 'json_each(?)' : 'json_array_elements($1::json) as line';
  await execute(`insert into "${name}" (${names}) select ${values.join(', ')} from ${from}`, [
    `[${lines.join(',')}]`,
  ]);
}
