// Reads and writes reminders.

import type { ReminderRow } from '../../model/reminders/reminder.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { dueRows } from '../due-rows.ts';

/** Pending reminders. */
export const reminders = dueRows<ReminderRow>({ table: 'reminder', owner: 'account_id' });

/** Records that delivering a reminder failed; undefined if it does not exist or already failed. */
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
