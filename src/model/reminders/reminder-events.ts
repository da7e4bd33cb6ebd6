// `reminders` events for a person's own clients.

import { id, list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { type ReminderRow, reminderSchema, wireReminder } from './reminder.ts';

export const remindersEvent = eventTypeWithOps(
  'reminders',
  'One of your reminders was created, deleted or sent.',
  { add: { reminders: list(reminderSchema) }, remove: { reminder_id: id } },
);

export function reminderAdded(row: ReminderRow): NewEvent {
  return newPersonalEvent(remindersEvent, row.account_id, { op: 'add', reminders: [wireReminder(row)] });
}

/** The reminder was canceled or delivered. */
export function reminderRemoved(accountId: number, reminderId: number): NewEvent {
  return newPersonalEvent(remindersEvent, accountId, { op: 'remove', reminder_id: reminderId });
}
