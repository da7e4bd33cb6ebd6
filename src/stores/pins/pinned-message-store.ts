// Reads and writes the messages that are pinned for everyone. A later pin has a higher id.

import { sql } from 'kysely';
import type { PinnedMessageRow } from '../../model/pins/pinned-message.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import { indexRange } from '../../storage/ranges.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { type Direction, type IdPage, type KeyRange, order } from '../messages/range-store.ts';

const inConversation = preparedRead<{ conversation: number; limit: number }>()((db, p) =>
  db
    .selectFrom('pinned_message')
    .selectAll()
    .where('conversation_id', '=', p.conversation)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
const inChannel = preparedRead<{ channel: number; limit: number }>()((db, p) =>
  db
    .selectFrom('pinned_message')
    .selectAll()
    .where('channel_id', '=', p.channel)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
const ofMessages = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('pinned_message').selectAll().where('message_id', 'in', idsOf(engine, p.ids)),
);
const idsIn = (direction: Direction) =>
  preparedRead<KeyRange & { limit: number }>()((db, p, engine) => {
    const range = indexRange(engine, { key: sql`organization_id`, id: sql`message_id` }, p);
    return db
      .selectFrom('pinned_message')
      .select('message_id')
      .where(range.where)
      .orderBy(range.orderBy(order[direction]))
      .limit(p.limit);
  });
const idPages = { older: idsIn('older'), newer: idsIn('newer') };

/** The newest pins of a conversation, newest first. */
export function pinsInConversation(
  reader: Reader,
  conversationId: number,
  limit: number,
): Promise<PinnedMessageRow[]> {
  return inConversation.all(reader, { conversation: conversationId, limit });
}

/** The newest pins in all topics of a channel, newest first. */
export function pinsInChannel(reader: Reader, channelId: number, limit: number): Promise<PinnedMessageRow[]> {
  return inChannel.all(reader, { channel: channelId, limit });
}

/** The pins of the given messages, by message; messages that are not pinned are missing. */
export async function pinsOfMessages(
  reader: Reader,
  messageIds: readonly number[],
): Promise<Map<number, PinnedMessageRow>> {
  if (messageIds.length === 0) return new Map();
  const rows = await ofMessages.all(reader, { ids: JSON.stringify(messageIds) });
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** The pinned ones among the given messages. */
export async function pinnedAmong(reader: Reader, messageIds: readonly number[]): Promise<Set<number>> {
  return new Set((await pinsOfMessages(reader, messageIds)).keys());
}

/** The ids of a page of pinned messages of the organization, in its direction. */
export async function pinnedMessageIds(reader: Reader, page: IdPage): Promise<number[]> {
  const values = { ...page, key: reader.organizationId };
  const rows = await idPages[page.direction].all(reader, values);
  return rows.map((row) => row.message_id);
}

export async function insertPinnedMessage(
  writer: Writer,
  pin: Pick<PinnedMessageRow, 'message_id' | 'conversation_id' | 'channel_id' | 'account_id'>,
): Promise<PinnedMessageRow> {
  return writer.db
    .insertInto('pinned_message')
    .values({ ...pin, organization_id: writer.organizationId, pinned_at: writer.now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that a notice is posted about the pinning of a message; false if there was one before. */
export async function recordPinNotice(writer: Writer, messageId: number): Promise<boolean> {
  const rows = await writer.db
    .insertInto('pin_notice')
    .values({ message_id: messageId, organization_id: writer.organizationId })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('message_id')
    .execute();
  return rows.length > 0;
}

export async function deletePinnedMessages(writer: Writer, messageIds: readonly number[]): Promise<void> {
  const ids = idsOf(writer.engine, JSON.stringify(messageIds));
  await writer.db.deleteFrom('pinned_message').where('message_id', 'in', ids).execute();
}

/** Deletes the pins in all topics of a channel. */
export async function deletePinsInChannel(writer: Writer, channelId: number): Promise<void> {
  await writer.db.deleteFrom('pinned_message').where('channel_id', '=', channelId).execute();
}

/** Lets pins follow their messages to the conversation and channel that these were moved to. */
export async function movePinsOfMessages(
  writer: Writer,
  messageIds: readonly number[],
  to: { readonly conversationId: number; readonly channelId: number },
): Promise<void> {
  const ids = idsOf(writer.engine, JSON.stringify(messageIds));
  await writer.db
    .updateTable('pinned_message')
    .set({ conversation_id: to.conversationId, channel_id: to.channelId })
    .where('message_id', 'in', ids)
    .execute();
}
