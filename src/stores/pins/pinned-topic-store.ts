// Reads and writes the topics that are pinned for everyone in a channel. A later pin has a higher id.

import type { PinnedTopicRow } from '../../model/pins/pinned-topics.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const inChannels = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('pinned_topic')
    .innerJoin('conversation', 'conversation.id', 'pinned_topic.conversation_id')
    .selectAll('pinned_topic')
    .select('conversation.topic_name')
    .where('pinned_topic.channel_id', 'in', idsOf(engine, p.channels))
    .orderBy('pinned_topic.id', 'desc'),
);
const ofSubscriber = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .innerJoin('pinned_topic', 'pinned_topic.channel_id', 'subscription.channel_id')
    .innerJoin('conversation', 'conversation.id', 'pinned_topic.conversation_id')
    .selectAll('pinned_topic')
    .select('conversation.topic_name')
    .where('subscription.account_id', '=', p.account)
    .where('subscription.is_active', '=', 1)
    .orderBy('pinned_topic.channel_id')
    .orderBy('pinned_topic.id', 'desc'),
);
const ofConversation = preparedRead<{ conversation: number }>()((db, p) =>
  db
    .selectFrom('pinned_topic')
    .innerJoin('conversation', 'conversation.id', 'pinned_topic.conversation_id')
    .selectAll('pinned_topic')
    .select(['conversation.topic_name', 'conversation.last_message_id'])
    .where('pinned_topic.conversation_id', '=', p.conversation),
);

/** The pinned topics of channels, the newest pin first. */
export async function pinnedTopicsIn(
  reader: Reader,
  channelIds: readonly number[],
): Promise<PinnedTopicRow[]> {
  return channelIds.length === 0 ? [] : inChannels.all(reader, { channels: JSON.stringify(channelIds) });
}

/** The pinned topics of the channels that an account is subscribed to: by channel, then the newest pin first. */
export function pinnedTopicsOfSubscriber(reader: Reader, accountId: number): Promise<PinnedTopicRow[]> {
  return ofSubscriber.all(reader, { account: accountId });
}

/** The pin of a topic, with its last message; undefined if it is not pinned. */
export async function pinOfTopic(
  reader: Reader,
  conversationId: number,
): Promise<(PinnedTopicRow & { last_message_id: number | null }) | undefined> {
  return ofConversation.first(reader, { conversation: conversationId });
}

export async function insertPinnedTopic(
  writer: Writer,
  pin: Pick<PinnedTopicRow, 'channel_id' | 'conversation_id' | 'account_id'>,
): Promise<void> {
  await writer.db
    .insertInto('pinned_topic')
    .values({ ...pin, organization_id: writer.organizationId, pinned_at: writer.now })
    .execute();
}

export async function deletePinnedTopic(writer: Writer, conversationId: number): Promise<void> {
  await writer.db.deleteFrom('pinned_topic').where('conversation_id', '=', conversationId).execute();
}

/** Deletes the pins of all topics of a channel; returns whether there were any. */
export async function deletePinnedTopicsIn(writer: Writer, channelId: number): Promise<boolean> {
  const rows = await writer.db
    .deleteFrom('pinned_topic')
    .where('channel_id', '=', channelId)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Moves the pin of a topic to the conversation and channel that its messages were moved to. */
export async function movePinOfTopic(
  writer: Writer,
  conversationId: number,
  to: { readonly conversationId: number; readonly channelId: number },
): Promise<void> {
  await writer.db
    .updateTable('pinned_topic')
    .set({ conversation_id: to.conversationId, channel_id: to.channelId })
    .where('conversation_id', '=', conversationId)
    .execute();
}
