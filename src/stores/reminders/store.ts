// Reminders in the database.

import type { ReminderRow } from '../../model/reminders/reminder.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('reminder').selectAll().where('account_id', '=', p.account).orderBy('due_at').orderBy('id'),
);
const countByAccount = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('reminder')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', p.account),
);
const earliest = preparedRead<Record<never, never>>()((db) =>
  db
    .selectFrom('reminder')
    .innerJoin('organization', 'organization.id', 'reminder.organization_id')
    .select('due_at')
    .where('is_failed', '=', 0)
    .where('is_deactivated', '=', 0)
    .orderBy('due_at')
    .limit(1),
);
const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('reminder')
    .innerJoin('organization', 'organization.id', 'reminder.organization_id')
    .selectAll('reminder')
    .where('is_failed', '=', 0)
    .where('due_at', '<=', p.now)
    .where('is_deactivated', '=', 0)
    .orderBy('due_at')
    .orderBy('reminder.id')
    .limit(p.limit),
);

/** Somebody's reminders that wait, by the moment they are due. */
export async function remindersOf(reader: Reader, accountId: number): Promise<ReminderRow[]> {
  return byAccount.all(reader, { account: accountId });
}

/** How many reminders an account has. */
export async function countReminders(reader: Reader, accountId: number): Promise<number> {
  return (await countByAccount.first(reader, { account: accountId }))?.count ?? 0;
}

/** When the next one is due, of whatever organization that is open. */
export async function nextReminder(reader: Reader): Promise<number | undefined> {
  return (await earliest.first(reader, {}))?.due_at;
}

/** Those that are due, of whatever organization that is open, the longest due first. */
export async function dueReminders(reader: Reader, now: number, limit: number): Promise<ReminderRow[]> {
  return dueBy.all(reader, { now: Math.floor(now), limit });
}

/** Stores a new one and gives it back with its id. */
export async function insertReminder(
  writer: Writer,
  row: Omit<ReminderRow, 'id' | 'organization_id'>,
): Promise<ReminderRow> {
  return writer.db
    .insertInto('reminder')
    .values({ ...row, organization_id: writer.organizationId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that delivering one was refused; undefined when it is gone. */
export async function failReminder(writer: Writer, id: number): Promise<ReminderRow | undefined> {
  return writer.db
    .updateTable('reminder')
    .set({ is_failed: 1 })
    .where('id', '=', id)
    .where('is_failed', '=', 0)
    .where('organization_id', '=', writer.organizationId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes one and gives what it was; undefined when somebody else was faster. */
export async function takeReminder(
  writer: Writer,
  accountId: number,
  id: number,
): Promise<ReminderRow | undefined> {
  return writer.db
    .deleteFrom('reminder')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('organization_id', '=', writer.organizationId)
    .returningAll()
    .executeTakeFirst();
}
