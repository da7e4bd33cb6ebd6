// Reserves ids for rows that bring their own ids or get them beforehand, so that the table does not issue
// them itself.

import { codeOf } from '../../errors/error-detail.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

/** PostgreSQL's error code. */
const DEADLOCK = '40P01';

type TableWithIds = {
  [T in keyof Schema]: Schema[T] extends { id: unknown } ? T : never;
}[keyof Schema];

/** The highest id that a table has issued. */
async function highestIssued(writer: Writer, table: TableWithIds): Promise<number> {
  const sql =
    writer.engine === 'sqlite'
      ? `select max((select coalesce(max(seq), 0) from sqlite_sequence where name = '${table}'),
          (select coalesce(max(id), 0) from ${table})) as highest`
      : `select greatest((select last_value from ${table}_id_seq), (select coalesce(max(id), 0) from ${table})) as highest`;
  const [row] = await writer.execute(sql, []);
  return Number(row?.highest ?? 0);
}

/** Makes the table issue ids above `id` from now on. */
async function issueAbove(writer: Writer, table: TableWithIds, id: number): Promise<void> {
  if (writer.engine === 'postgres') {
    await writer.execute(`select setval('${table}_id_seq', $1::bigint)`, [Math.max(1, id)]);
    return;
  }
  const [sequenceRow] = await writer.execute('select seq from sqlite_sequence where name = ?', [table]);
  const sql = sequenceRow
    ? 'update sqlite_sequence set seq = ? where name = ?'
    : 'insert into sqlite_sequence (seq, name) values (?, ?)';
  await writer.execute(sql, [id, table]);
}

/**
 * Prevents others from getting ids of the tables until the unit of work has ended. Locks all tables before
 * any of them is read.
 */
export async function lockIds(writer: Writer, ...tables: readonly TableWithIds[]): Promise<void> {
  if (writer.engine === 'postgres')
    await writer.execute(`lock table ${tables.join(', ')} in share row exclusive mode`, []);
}

/**
 * Retries work once after a deadlock, in which PostgreSQL aborts one of a server and an import waiting for
 * each other's tables.
 */
export async function retryAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== DEADLOCK) throw error;
    return work();
  }
}

/** Whether no row has an id in the range; both bounds are inclusive. */
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

/** Reserves a number of ids and returns the id before the first of them. */
export async function reserveIds(writer: Writer, table: TableWithIds, count: number): Promise<number> {
  await lockIds(writer, table);
  const highest = await highestIssued(writer, table);
  await issueAbove(writer, table, highest + count);
  return highest;
}

/**
 * Reserves the ids from `lowest` to `highest` if they are free, otherwise as many above all issued ones.
 * Returns the offset to add to each id: 0 if they are unchanged.
 */
export async function reserveOwnIds(
  writer: Writer,
  table: TableWithIds,
  lowest: number,
  highest: number,
): Promise<number> {
  await lockIds(writer, table);
  const issued = await highestIssued(writer, table);
  if (await areFree(writer, table, lowest, highest)) {
    await issueAbove(writer, table, Math.max(issued, highest));
    return 0;
  }
  await issueAbove(writer, table, issued + 1 + highest - lowest);
  return issued + 1 - lowest;
}
