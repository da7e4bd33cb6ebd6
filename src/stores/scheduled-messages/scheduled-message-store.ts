// Reads and writes scheduled messages.

import type { ScheduledMessageRow } from '../../model/scheduled-messages/scheduled-message.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { dueRows } from '../due-rows.ts';

/** Pending scheduled messages. */
export const scheduledMessages = dueRows<ScheduledMessageRow>({
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

/** Changes columns and returns the updated row. */
export async function updateScheduledMessage(
  writer: Writer,
  id: number,
  changes: Partial<Omit<ScheduledMessageRow, 'id' | 'organization_id' | 'sender_id'>>,
): Promise<ScheduledMessageRow> {
  return writer.db
    .updateTable('scheduled_message')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
