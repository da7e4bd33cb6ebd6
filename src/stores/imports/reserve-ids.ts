// Ids for rows that come with ids of their own, or that are given theirs beforehand: taken out of what the table gives out
// by itself.

import { codeOf } from '../../api-contract/error-detail.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/session.ts';

/** PostgreSQL's code. */
const DEADLOCK = '40P01';

type TableWithIds = {
  [T in keyof Schema]: Schema[T] extends { id: unknown } ? T : never;
}[keyof Schema];

/** The highest id that a table has given out. */
async function highestGiven(writer: Writer, table: TableWithIds): Promise<number> {
  const sql =
    writer.engine === 'sqlite'
      ? `select max((select coalesce(max(seq), 0) from sqlite_sequence where name = '${table}'),
          (select coalesce(max(id), 0) from ${table})) as highest`
      : `select greatest((select last_value from ${table}_id_seq), (select coalesce(max(id), 0) from ${table})) as highest`;
  const [row] = await writer.execute(sql, []);
  return Number(row?.highest ?? 0);
}

/** From now on the table gives out ids above one. */
async function giveOutAbove(writer: Writer, table: TableWithIds, id: number): Promise<void> {
  if (writer.engine === 'postgres') {
    await writer.execute(`select setval('${table}_id_seq', $1::bigint)`, [Math.max(1, id)]);
    return;
  }
  const [present] = await writer.execute('select seq from sqlite_sequence where name = ?', [table]);
  const sql = present
    ? 'update sqlite_sequence set seq = ? where name = ?'
    : 'insert into sqlite_sequence (seq, name) values (?, ?)';
  await writer.execute(sql, [id, table]);
}

/** Nobody else is given ids of the tables until the unit has ended: all are waited for before any of them is looked at. */
export async function holdIds(writer: Writer, ...tables: readonly TableWithIds[]): Promise<void> {
  if (writer.engine === 'postgres')
    await writer.execute(`lock table ${tables.join(', ')} in share row exclusive mode`, []);
}

/** Does once more what a server and an import that waited for each other's tables ended: PostgreSQL ends one of them. */
export async function pastDeadlock<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== DEADLOCK) throw error;
    return work();
  }
}

/** Whether no row has an id from one to another. */
async function areFree(
  writer: Writer,
  table: TableWithIds,
  lowest: number,
  highest: number,
): Promise<boolean> {
  const found = await writer.db
    .selectFrom(table)
    .select('id')
    .where('id', '>=', lowest)
    .where('id', '<=', highest)
    .limit(1)
    .execute();
  return found.length === 0;
}

/** Takes a number of ids; gives the one before the first of them. */
export async function takeIds(writer: Writer, table: TableWithIds, count: number): Promise<number> {
  await holdIds(writer, table);
  const highest = await highestGiven(writer, table);
  await giveOutAbove(writer, table, highest + count);
  return highest;
}

/**
 * Takes the ids from `lowest` to `highest` where they are free, else as many above all that were given out. Gives what is
 * to be added to each of them: 0 where they are kept.
 */
export async function takeOwnIds(
  writer: Writer,
  table: TableWithIds,
  lowest: number,
  highest: number,
): Promise<number> {
  await holdIds(writer, table);
  const given = await highestGiven(writer, table);
  if (await areFree(writer, table, lowest, highest)) {
    await giveOutAbove(writer, table, Math.max(given, highest));
    return 0;
  }
  await giveOutAbove(writer, table, given + 1 + highest - lowest);
  return given + 1 - lowest;
}
