// Conversations: topics of channels, and the sets of accounts of direct messages. Each row stores its first
// and last message, so lists of topics and unread counts need not read messages.

import type { Conversation } from '../../model/conversations/conversation.ts';
import { directKey, peopleOf } from '../../model/conversations/direct-key.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

export { directKey, peopleOf };

const ofTopic = preparedRead<{ channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('conversation')
    .selectAll()
    .where('channel_id', '=', p.channel)
    .where('topic_key', '=', p.key),
);
const ofPeople = preparedRead<{ organization: number; key: string }>()((db, p) =>
  db
    .selectFrom('conversation')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('direct_key', '=', p.key),
);
const byId = preparedRead<{ id: number }>()((db, p) =>
  db.selectFrom('conversation').selectAll().where('id', '=', p.id),
);
const insert = preparedWrite<{
  organization: number;
  channel: number | null;
  key: string;
  name: string;
  direct: string | null;
}>()((db, p) =>
  db
    .insertInto('conversation')
    .values({
      organization_id: p.organization,
      channel_id: p.channel,
      topic_key: p.key,
      topic_name: p.name,
      direct_key: p.direct,
      first_message_id: null,
      last_message_id: null,
    })
    .returningAll(),
);
const insertParticipant = preparedWrite<{ organization: number; conversation: number; account: number }>()(
  (db, p) =>
    db
      .insertInto('conversation_participant')
      .values({ organization_id: p.organization, conversation_id: p.conversation, account_id: p.account }),
);
const updateLast = preparedWrite<{ id: number; message: number }>()((db, p) =>
  db.updateTable('conversation').set({ last_message_id: p.message }).where('id', '=', p.id),
);
const updateFirstAndLast = preparedWrite<{ id: number; message: number }>()((db, p) =>
  db
    .updateTable('conversation')
    .set({ first_message_id: p.message, last_message_id: p.message })
    .where('id', '=', p.id),
);

/** A topic of a channel, regardless of case; undefined if nothing was ever sent there. */
export async function topicConversation(
  reader: Reader,
  channelId: number,
  topic: string,
): Promise<Conversation | undefined> {
  return ofTopic.first(reader, { channel: channelId, key: textKey(topic) });
}

/** The direct conversation of a set of accounts; undefined if there is none. */
export async function directConversation(
  reader: Reader,
  accountIds: readonly number[],
): Promise<Conversation | undefined> {
  return ofPeople.first(reader, { organization: reader.organizationId, key: directKey(accountIds) });
}

export async function conversationById(reader: Reader, id: number): Promise<Conversation | undefined> {
  return byId.first(reader, { id });
}

export async function insertTopic(writer: Writer, channelId: number, topic: string): Promise<Conversation> {
  const row = await insert.first(writer, {
    organization: writer.organizationId,
    channel: channelId,
    key: textKey(topic),
    name: topic,
    direct: null,
  });
  if (!row) throw new Error('a conversation was not inserted');
  return row;
}

/** Inserts the direct conversation of a set of accounts. */
export async function insertDirect(writer: Writer, accountIds: readonly number[]): Promise<Conversation> {
  const key = directKey(accountIds);
  const row = await insert.first(writer, {
    organization: writer.organizationId,
    channel: null,
    key: '',
    name: '',
    direct: key,
  });
  if (!row) throw new Error('a conversation was not inserted');
  for (const account of peopleOf(key)) {
    await insertParticipant.all(writer, {
      organization: writer.organizationId,
      conversation: row.id,
      account,
    });
  }
  return row;
}

/** Records a new message as the last of its conversation, and as the first if there was none. */
export async function recordNewMessage(
  writer: Writer,
  conversation: Conversation,
  messageId: number,
): Promise<void> {
  const statement = conversation.first_message_id === null ? updateFirstAndLast : updateLast;
  await statement.all(writer, { id: conversation.id, message: messageId });
}

/** Updates the first and last message of a conversation after messages were moved or deleted. */
export async function updateConversationBounds(writer: Writer, conversationId: number): Promise<void> {
  const row = await writer.db
    .selectFrom('message')
    .select((e) => [e.fn.min('id').as('first'), e.fn.max('id').as('last')])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  await writer.db
    .updateTable('conversation')
    .set({ first_message_id: row?.first ?? null, last_message_id: row?.last ?? null })
    .where('id', '=', conversationId)
    .execute();
}
