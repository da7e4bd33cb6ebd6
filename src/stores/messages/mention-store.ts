// Mentions beyond single accounts: groups and topic participants.

import type { MessageRow } from '../../model/messages/message-row.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/** Stores all mentions of a message beyond single accounts, in one row. */
export async function insertMentions(
  writer: Writer,
  row: MessageRow,
  groupIds: readonly number[],
  participants: readonly number[],
): Promise<void> {
  if (row.has_mention_row === 0) return;
  await writer.db
    .insertInto('message_mention')
    .values({
      message_id: row.id,
      organization_id: writer.organizationId,
      group_ids: JSON.stringify(groupIds),
      topic_participant_ids: JSON.stringify(participants),
      sequence: row.sequence,
    })
    .execute();
}

export async function deleteMentions(writer: Writer, messageId: number): Promise<void> {
  await writer.db.deleteFrom('message_mention').where('message_id', '=', messageId).execute();
}
