// Reads and deletes rows by their keys, many per statement.

import type { Statements, TableStructure } from './table-structure.ts';

/** The condition for rows whose key is among those of the first parameter, an array in JSON. */
function hasKey(engine: Statements['engine'], { columns, key }: TableStructure): string {
  const values = key.map((name, at) => {
    if (engine === 'sqlite') return `value ->> ${at}`;
    const isNumber = columns.find((column) => column.name === name)?.kind === 'number';
    return isNumber ? `(line ->> ${at})::bigint` : `line ->> ${at}`;
  });
  const from = engine === 'sqlite' ? 'json_each(?)' : 'json_array_elements($1::json) as line';
  return `(${key.map((name) => `"${name}"`).join(', ')}) in (select ${values.join(', ')} from ${from})`;
}

/** Deletes the rows with the given keys, each a line of JSON with the values of the key's columns. */
export async function deleteRows(
  { engine, execute }: Statements,
  table: TableStructure,
  keys: readonly string[],
): Promise<void> {
  await execute(`delete from "${table.name}" where ${hasKey(engine, table)}`, [`[${keys.join(',')}]`]);
}

/** The rows with the given keys, in no order, each as the values of its columns. */
export async function rowsWithKeys(
  { engine, execute }: Statements,
  table: TableStructure,
  keys: readonly string[],
): Promise<(readonly unknown[])[]> {
  const names = table.columns.map(({ name }) => name);
  const selected = names.map((name) => `"${name}"`).join(', ');
  const rows = await execute(`select ${selected} from "${table.name}" where ${hasKey(engine, table)}`, [
    `[${keys.join(',')}]`,
  ]);
  return rows.map((row) => names.map((name) => row[name]));
}
