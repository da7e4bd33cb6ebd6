// Messages that very many people may have missed: one row per message instead of one per person. People are
// checked when their collecting time is over, the shortest times first, in order of account id.

import type { ExpressionBuilder } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row, Schema } from '../../storage/schema.ts';

export type MissedByManyRow = Row<'missed_by_many'>;

const nextDue = preparedRead<Record<never, never>>()((db) =>
  db.selectFrom('missed_by_many').select('due_at').orderBy('due_at').limit(1),
);
const dueRows = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('missed_by_many')
    .selectAll()
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .orderBy('message_id')
    .limit(p.limit),
);

/** The row of a message and a collecting time. */
const rowOf =
  ({ message_id, collecting_seconds }: MissedByManyRow) =>
  (by: ExpressionBuilder<Schema, 'missed_by_many'>) =>
    by.and({ message_id, collecting_seconds });

/** Inserts messages; existing ones stay unchanged. */
export async function insertMissedByMany(writer: Writer, rows: readonly MissedByManyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await writer.db
    .insertInto('missed_by_many')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When people of any message are to be checked next, over all organizations. */
export async function nextMissedByMany(reader: Reader): Promise<number | undefined> {
  return (await nextDue.first(reader, {}))?.due_at;
}

/** Some of the messages of all organizations whose people are due to be checked. */
export function dueMissedByMany(reader: Reader, now: number, limit: number): Promise<MissedByManyRow[]> {
  return dueRows.all(reader, { now, limit });
}

/** Leases a row until a time; false if another server was faster. */
export async function leaseMissedByMany(
  writer: Writer,
  row: MissedByManyRow,
  until: number,
): Promise<boolean> {
  const rows = await writer.db
    .updateTable('missed_by_many')
    .set({ due_at: until })
    .where(rowOf(row))
    .where('due_at', '=', row.due_at)
    .returning('message_id')
    .execute();
  return rows.length > 0;
}

/**
 * Records that people up to an id, among those with the row's collecting time, are done; false if that was
 * already recorded.
 */
export async function recordPeopleDone(
  writer: Writer,
  row: MissedByManyRow,
  accountId: number,
): Promise<boolean> {
  const rows = await writer.db
    .updateTable('missed_by_many')
    .set({ after_account_id: accountId })
    .where(rowOf(row))
    .where('after_account_id', '<', accountId)
    .returning('message_id')
    .execute();
  return rows.length > 0;
}

/** Continues with the people of the next collecting time; without one the message is done. */
export async function advanceMissedByMany(
  writer: Writer,
  row: MissedByManyRow,
  next: Pick<MissedByManyRow, 'collecting_seconds' | 'due_at'> | undefined,
): Promise<void> {
  if (!next) {
    await writer.db.deleteFrom('missed_by_many').where(rowOf(row)).execute();
    return;
  }
  await writer.db
    .updateTable('missed_by_many')
    .set({ ...next, after_account_id: 0 })
    .where(rowOf(row))
    .execute();
}
