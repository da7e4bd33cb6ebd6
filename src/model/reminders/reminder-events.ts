// `reminders` events for a person's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { type ReminderRow, wireReminder } from './reminder.ts';

function event(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'reminders', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

export function reminderAdded(row: ReminderRow): NewEvent {
  return event(row.account_id, { op: 'add', reminders: [wireReminder(row)] });
}

/** The reminder was canceled or delivered. */
export function reminderRemoved(accountId: number, id: number): NewEvent {
  return event(accountId, { op: 'remove', reminder_id: id });
}
