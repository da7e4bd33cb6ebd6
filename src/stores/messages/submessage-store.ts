// Reads and inserts submessages.

import { sql } from 'kysely';
import type { MessageRow, SubmessageRow } from '../../model/messages/message-row.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

const firstOf = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('submessage').selectAll().where('message_id', '=', p.message).orderBy('id').limit(1),
);
const insert = preparedWrite<Omit<SubmessageRow, 'id'>>()((db, p) =>
  db
    .insertInto('submessage')
    .values({
      organization_id: p.organization_id,
      message_id: p.message_id,
      sender_id: p.sender_id,
      msg_type: p.msg_type,
      content: p.content,
      sequence: p.sequence,
    })
    .returning('id'),
);

/** Size of a submessage in an answer, besides its content. */
const FIELDS_CHARACTERS = 100;
const sizeOf = preparedRead<{ message: number }>()((db, p) =>
  db
    .selectFrom('submessage')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(length(content)), 0)`.as('characters'),
    ])
    .where('message_id', '=', p.message),
);

/** How many characters the submessages of a message take in an answer. */
export async function submessageCharacters(writer: Writer, messageId: number): Promise<number> {
  const size = await sizeOf.first(writer, { message: messageId });
  return size ? Number(size.characters) + Number(size.count) * FIELDS_CHARACTERS : 0;
}

/** The submessage that determines which widget a message is. */
export function firstSubmessage(writer: Writer, messageId: number): Promise<SubmessageRow | undefined> {
  return firstOf.first(writer, { message: messageId });
}

/** Stores a submessage; `sequence` is the log position of its event. */
export async function insertSubmessage(
  writer: Writer,
  message: Pick<MessageRow, 'id' | 'has_submessage'>,
  submessage: Pick<SubmessageRow, 'sender_id' | 'msg_type' | 'content' | 'sequence'>,
): Promise<SubmessageRow> {
  const row = { ...submessage, organization_id: writer.organizationId, message_id: message.id };
  const storedRow = await insert.first(writer, row);
  if (!storedRow) throw new Error('a submessage was not inserted');
  if (message.has_submessage === 0) {
    await writer.db.updateTable('message').set({ has_submessage: 1 }).where('id', '=', message.id).execute();
  }
  return { ...row, id: storedRow.id };
}
