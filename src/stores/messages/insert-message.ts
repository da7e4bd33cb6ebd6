// Inserts new messages: one prepared statement, the most frequent of those that write.

import type { MessageRow } from '../../model/messages/message-row.ts';
import { preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/** The columns of a message before it is stored. */
export type NewMessage = Omit<MessageRow, 'id' | 'organization_id'>;

const insert = preparedWrite<Omit<MessageRow, 'id'>>()((db, p) =>
  db
    .insertInto('message')
    .values({
      organization_id: p.organization_id,
      conversation_id: p.conversation_id,
      channel_id: p.channel_id,
      sender_id: p.sender_id,
      client: p.client,
      content: p.content,
      rendered_content: p.rendered_content,
      sent_at: p.sent_at,
      sequence: p.sequence,
      is_moved: p.is_moved,
      last_edited_at: p.last_edited_at,
      last_moved_at: p.last_moved_at,
      has_edits: p.has_edits,
      has_link: p.has_link,
      has_image: p.has_image,
      has_attachment: p.has_attachment,
      has_reaction: p.has_reaction,
      has_submessage: p.has_submessage,
      is_me_message: p.is_me_message,
      mentions_channel: p.mentions_channel,
      mentions_topic: p.mentions_topic,
      has_mention_row: p.has_mention_row,
      is_read_by_sender: p.is_read_by_sender,
      arrives_read: p.arrives_read,
    })
    .returning('id'),
);

/** Stores a new message and returns its id. */
export async function insertMessage(writer: Writer, message: NewMessage): Promise<number> {
  const row = await insert.first(writer, { ...message, organization_id: writer.organizationId });
  if (!row) throw new Error('a message was not inserted');
  return row.id;
}
