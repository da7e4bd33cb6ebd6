// A reminder: a message that an account wants to see again at a certain time.

import {
  anyText,
  boolean,
  type Decoded,
  id,
  isLongerThan,
  list,
  nonNegativeInteger,
  oneOf,
  record,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Row } from '../../storage/schema.ts';

export type ReminderRow = Row<'reminder'>;

export const reminderSchema = record({
  reminder_id: id,
  type: oneOf('private'),
  to: list(id),
  content: anyText,
  rendered_content: anyText,
  scheduled_delivery_timestamp: nonNegativeInteger,
  failed: boolean,
  reminder_target_message_id: id,
});

export type WireReminder = Decoded<typeof reminderSchema>;

export function wireReminder(row: ReminderRow): WireReminder {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.account_id],
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.due_at,
    failed: row.is_failed === 1,
    reminder_target_message_id: row.message_id,
  };
}

/** The note as it is stored; empty if there is none. @throws if it is too long */
export function normalizeReminderNote(note: string | undefined): string {
  const trimmed = (note ?? '').trimEnd().replace(/^\n+/, '');
  if (isLongerThan(trimmed, limits.reminderNoteCodePoints)) {
    throw badRequest(`Maximum reminder note length: ${limits.reminderNoteCodePoints} characters`);
  }
  return trimmed;
}
