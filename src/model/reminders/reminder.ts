// A reminder: a message that somebody wants to see again at some moment.

import type { Selectable } from 'kysely';
import { isLongerThan } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import type { ReminderTable } from '../../storage/schema.ts';

export type ReminderRow = Selectable<ReminderTable>;

export interface WireReminder {
  readonly reminder_id: number;
  readonly type: 'private';
  readonly to: readonly number[];
  readonly content: string;
  readonly rendered_content: string;
  readonly scheduled_delivery_timestamp: number;
  readonly failed: boolean;
  readonly reminder_target_message_id: number;
}

/** The reminder as its owner's clients read it. */
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

/** The note as it is stored; empty when there is none. Refuses one that is too long. */
export function reminderNote(note: string | undefined): string {
  const trimmed = (note ?? '').replace(/\s+$/u, '').replace(/^\n+/, '');
  if (isLongerThan(trimmed, limits.reminderNoteCodePoints)) {
    throw badRequest(`Maximum reminder note length: ${limits.reminderNoteCodePoints} characters`);
  }
  return trimmed;
}
