// Scheduled messages and reminders that are sent when due.

import type { LogEntry } from '../api-contract/event.ts';
import { retryPolicies } from '../model/outbox/retry-policies.ts';
import type { ReminderRow, WireReminder } from '../model/reminders/reminder.ts';
import type {
  ScheduledMessageRow,
  WireScheduledMessage,
} from '../model/scheduled-messages/scheduled-message.ts';
import { reminders } from '../stores/reminders/reminder-store.ts';
import { scheduledMessages } from '../stores/scheduled-messages/scheduled-message-store.ts';
import { reminderDelivery, reminderFailure } from './deliver-reminder.ts';
import { scheduledDelivery, scheduledFailure } from './deliver-scheduled-message.ts';
import type { DueKind } from './due-job.ts';

interface ScheduledPayload {
  readonly scheduled_messages?: readonly WireScheduledMessage[];
  readonly scheduled_message?: WireScheduledMessage;
}

interface ReminderPayload {
  readonly reminders?: readonly WireReminder[];
}

function earliest(rows: readonly { readonly scheduled_delivery_timestamp: number }[]): number {
  return Math.min(...rows.map((row) => row.scheduled_delivery_timestamp));
}

export const dueScheduledMessages: DueKind<ScheduledMessageRow> = {
  name: 'scheduled messages',
  retries: retryPolicies.scheduledMessage,
  next: scheduledMessages.next,
  due: scheduledMessages.due,
  delivery: scheduledDelivery,
  failure: scheduledFailure,
  wakeOn(entry: LogEntry) {
    if (entry.type !== 'scheduled_messages') return undefined;
    const { scheduled_messages = [], scheduled_message } = entry.payload as ScheduledPayload;
    return earliest(
      [...scheduled_messages, ...(scheduled_message ? [scheduled_message] : [])].filter(
        (scheduled) => !scheduled.failed,
      ),
    );
  },
};

export const dueReminders: DueKind<ReminderRow> = {
  name: 'reminders',
  retries: retryPolicies.reminder,
  next: reminders.next,
  due: reminders.due,
  delivery: reminderDelivery,
  failure: reminderFailure,
  wakeOn(entry: LogEntry) {
    if (entry.type !== 'reminders') return undefined;
    const { reminders = [] } = entry.payload as ReminderPayload;
    return earliest(reminders.filter((reminder) => !reminder.failed));
  },
};
