// `reminders` events for a person's own clients.

import { id, list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import { type ReminderRow, reminderSchema, wireReminder } from './reminder.ts';

export const remindersEvent = eventTypeWithOps(
  'reminders',
  'One of your reminders was created, deleted or sent.',
  { add: { reminders: list(reminderSchema) }, remove: { reminder_id: id } },
);

function event(accountId: number, payload: PayloadOf<typeof remindersEvent>): NewEvent {
  return newEvent(remindersEvent, payload, { audience: { kind: 'accounts', ids: [accountId] } });
}

export function reminderAdded(row: ReminderRow): NewEvent {
  return event(row.account_id, { op: 'add', reminders: [wireReminder(row)] });
}

/** The reminder was canceled or delivered. */
export function reminderRemoved(accountId: number, reminderId: number): NewEvent {
  return event(accountId, { op: 'remove', reminder_id: reminderId });
}
