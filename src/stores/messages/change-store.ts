// Statements that change sent messages: content, conversation, removal. Each handles all messages of a change
// at once.

import type { MessageRow } from '../../model/messages/message-row.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { declarations } from '../../storage/schema.ts';

const idsUpFrom = preparedRead<{ conversation: number; from: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', p.conversation)
    .where('id', '>=', p.from)
    .orderBy('id'),
);
const newestOf = preparedRead<{ conversation: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', p.conversation)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
const firstOfChannel = preparedRead<{ channel: number }>()((db, p) =>
  db.selectFrom('message').select('id').where('channel_id', '=', p.channel).orderBy('id').limit(1),
);

/** The ids of a conversation's messages from an id on, ascending. */
export async function messageIdsFrom(reader: Reader, conversationId: number, from = 0): Promise<number[]> {
  return (await idsUpFrom.all(reader, { conversation: conversationId, from })).map((row) => row.id);
}

/** The newest ids of a conversation below an id, descending. */
export async function newestMessageIds(
  reader: Reader,
  conversationId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  return (await newestOf.all(reader, { conversation: conversationId, before, limit })).map((row) => row.id);
}

/** The id of the oldest message of a channel; null if it has none. */
export async function firstMessageOf(reader: Reader, channelId: number): Promise<number | null> {
  return (await firstOfChannel.first(reader, { channel: channelId }))?.id ?? null;
}

/** Changes columns of one message. */
export async function updateMessage(
  writer: Writer,
  id: number,
  changes: Partial<Omit<MessageRow, 'id' | 'organization_id'>>,
): Promise<void> {
  await writer.db.updateTable('message').set(changes).where('id', '=', id).execute();
}

/** The changes of an edit or a move, as stored in the history of each message. */
export interface EditRecord {
  readonly editorId: number;
  readonly prevContent: string | null;
  readonly prevRenderedContent: string | null;
  readonly prevTopic: string | null;
  readonly topic: string | null;
  readonly prevChannelId: number | null;
  readonly channelId: number | null;
  readonly sequence: number;
}

const insertEdits = preparedWrite<{
  organization: number;
  ids: string;
  editor: number;
  now: number;
  prevTopic: string | null;
  topic: string | null;
  prevChannel: number | null;
  channel: number | null;
  sequence: number;
}>()((db, p, engine) =>
  db
    .insertInto('message_edit')
    .columns([
      'organization_id',
      'message_id',
      'editor_id',
      'edited_at',
      'prev_topic',
      'topic',
      'prev_channel_id',
      'channel_id',
      'sequence',
    ])
    .expression((e) =>
      e
        .selectFrom('message')
        .where('id', 'in', idsOf(engine, p.ids))
        .select((s) => [
          s.cast<number>(s.val(p.organization), 'bigint').as('organization_id'),
          'id as message_id',
          s.cast<number>(s.val(p.editor), 'bigint').as('editor_id'),
          s.cast<number>(s.val(p.now), 'bigint').as('edited_at'),
          s.cast<string | null>(s.val(p.prevTopic), 'text').as('prev_topic'),
          s.cast<string | null>(s.val(p.topic), 'text').as('topic'),
          s.cast<number | null>(s.val(p.prevChannel), 'bigint').as('prev_channel_id'),
          s.cast<number | null>(s.val(p.channel), 'bigint').as('channel_id'),
          s.cast<number>(s.val(p.sequence), 'bigint').as('sequence'),
        ]),
    ),
);

/** Adds an entry to the history of one message or, for moves, of several at once. */
export async function recordEdit(
  writer: Writer,
  messageIds: readonly number[],
  record: EditRecord,
): Promise<void> {
  const [only, ...others] = messageIds;
  if (only !== undefined && others.length === 0) {
    await writer.db
      .insertInto('message_edit')
      .values({
        organization_id: writer.organizationId,
        message_id: only,
        editor_id: record.editorId,
        edited_at: writer.now,
        prev_content: record.prevContent,
        prev_rendered_content: record.prevRenderedContent,
        prev_topic: record.prevTopic,
        topic: record.topic,
        prev_channel_id: record.prevChannelId,
        channel_id: record.channelId,
        sequence: record.sequence,
      })
      .execute();
    return;
  }
  await insertEdits.all(writer, {
    organization: writer.organizationId,
    ids: JSON.stringify(messageIds),
    editor: record.editorId,
    now: writer.now,
    prevTopic: record.prevTopic,
    topic: record.topic,
    prevChannel: record.prevChannelId,
    channel: record.channelId,
    sequence: record.sequence,
  });
}

const tablesOfMessages = declarations.flatMap(([name, { isOfMessages }]) =>
  isOfMessages ? [name as 'reaction'] : [],
);

/** Removes messages and all rows that belong to them, except the search index, which the caller updates. */
export async function deleteMessageRows(writer: Writer, ids: readonly number[]): Promise<void> {
  const list = idsOf(writer.engine, JSON.stringify(ids));
  // Typed as one of the tables; the others have the column used here too.
  for (const table of tablesOfMessages)
    await writer.db.deleteFrom(table).where('message_id', 'in', list).execute();
  await writer.db
    .deleteFrom('message')
    .where('id', 'in', list)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
