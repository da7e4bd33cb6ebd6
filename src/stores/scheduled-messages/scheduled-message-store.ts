// Reads and writes scheduled messages.

import type { ScheduledMessageRow } from '../../model/scheduled-messages/scheduled-message.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { dueRows } from '../due-rows.ts';

/** Pending scheduled messages. */
export const scheduledMessages = dueRows({
  table: 'scheduled_message',
  owner: 'sender_id',
});

const byId = preparedRead<{ id: number; sender: number }>()((db, p) =>
  db.selectFrom('scheduled_message').selectAll().where('id', '=', p.id).where('sender_id', '=', p.sender),
);

/** A scheduled message of the sender. */
export async function scheduledMessageById(
  reader: Reader,
  senderId: number,
  id: number,
): Promise<ScheduledMessageRow | undefined> {
  return byId.first(reader, { id, sender: senderId });
}
