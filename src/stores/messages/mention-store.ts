// What messages mention beyond single people, in the database.

import type { MessageRow } from '../../model/messages/row.ts';
import type { Writer } from '../../storage/session.ts';

/** One row for all that a message mentions beyond single people. */
export async function keepMentions(
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

/** Forgets what a message mentioned. */
export async function forgetMentions(writer: Writer, messageId: number): Promise<void> {
  await writer.db.deleteFrom('message_mention').where('message_id', '=', messageId).execute();
}
