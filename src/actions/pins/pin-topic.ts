// Pins and unpins topics of a channel for everyone, inside a unit of work, and emits the pinned topics of channels.

import { badRequest } from '../../api-contract/error.ts';
import type { Audience } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { pinnedTopicsChanged } from '../../model/pins/pin-events.ts';
import { canHavePinnedTopics } from '../../model/pins/pinned-topics.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { activeChannel } from '../../stores/channel-access/visible-channel.ts';
import { topicConversation } from '../../stores/conversations/conversation-store.ts';
import { deletePinsInChannel } from '../../stores/pins/pinned-message-store.ts';
import {
  deletePinnedTopic,
  deletePinnedTopicsIn,
  insertPinnedTopic,
  pinnedTopicsIn,
  pinOfTopic,
} from '../../stores/pins/pinned-topic-store.ts';
import { checkMayPin } from './pin-message.ts';

/** Emits the pinned topics of a channel, as they are now. */
export async function emitPinnedTopics(
  writer: Writer,
  channelId: number,
  audience: Audience = { kind: 'channel', channelId },
): Promise<void> {
  writer.emit(pinnedTopicsChanged(audience, channelId, await pinnedTopicsIn(writer, [channelId])));
}

/** A channel in which an account may pin topics. @throws `Invalid channel ID`, and 400 without the permission */
async function channelToPinIn(writer: Writer, account: Account, channelId: number): Promise<Channel> {
  const { channel } = await activeChannel(tableLookup({ writer, account }), channelId, 'content');
  await checkMayPin(writer, account, channel);
  return channel;
}

/**
 * Pins a topic. Does nothing if it is pinned.
 * @throws `Invalid channel ID`; 400 without the permission, for topics without messages, in channels whose history is
 * protected, and for too many topics
 */
export async function pinTopic(
  writer: Writer,
  account: Account,
  channelId: number,
  topic: string,
): Promise<void> {
  const channel = await channelToPinIn(writer, account, channelId);
  if (!canHavePinnedTopics(channel))
    throw badRequest('Topics cannot be pinned in a channel that hides its history from new subscribers.');
  const conversation = await topicConversation(writer, channelId, topic);
  if (conversation?.last_message_id == null) throw badRequest(`No such topic '${topic}'`);
  const pinnedTopics = await pinnedTopicsIn(writer, [channelId]);
  if (pinnedTopics.some((row) => row.conversation_id === conversation.id)) return;
  if (pinnedTopics.length >= limits.pinnedTopics)
    throw badRequest(
      `A channel can have at most ${limits.pinnedTopics} pinned topics. Unpin one of them first.`,
    );
  await insertPinnedTopic(writer, {
    channel_id: channelId,
    conversation_id: conversation.id,
    account_id: account.id,
  });
  await emitPinnedTopics(writer, channelId);
}

/** Unpins a topic, even one that another account pinned. Does nothing if it is not pinned. @throws as `pinTopic` about the channel */
export async function unpinTopic(
  writer: Writer,
  account: Account,
  channelId: number,
  topic: string,
): Promise<void> {
  await channelToPinIn(writer, account, channelId);
  const conversation = await topicConversation(writer, channelId, topic);
  if (!conversation || !(await pinOfTopic(writer, conversation.id))) return;
  await deletePinnedTopic(writer, conversation.id);
  await emitPinnedTopics(writer, channelId);
}

/** Unpins a topic whose last message was deleted. */
export async function unpinEmptyTopic(writer: Writer, { id }: Pick<Conversation, 'id'>): Promise<void> {
  const pin = await pinOfTopic(writer, id);
  if (!pin || pin.last_message_id !== null) return;
  await deletePinnedTopic(writer, id);
  await emitPinnedTopics(writer, pin.channel_id);
}

/** Removes the pinned topics of a channel that can no longer have any, and if it was archived, its pinned messages. */
export async function removeLostPins(writer: Writer, channel: Channel): Promise<void> {
  if (canHavePinnedTopics(channel)) return;
  if (channel.isArchived) await deletePinsInChannel(writer, channel.id);
  if (await deletePinnedTopicsIn(writer, channel.id)) await emitPinnedTopics(writer, channel.id);
}

/** Emits the pinned topics of channels to people who subscribed to them. */
export async function emitPinnedTopicsTo(
  writer: Writer,
  newSubscribers: ReadonlyMap<number, readonly { readonly id: number }[]>,
): Promise<void> {
  const rows = await pinnedTopicsIn(writer, [...newSubscribers.keys()]);
  for (const [channelId, ofChannel] of Map.groupBy(rows, (row) => row.channel_id)) {
    const ids = (newSubscribers.get(channelId) ?? []).map(({ id }) => id);
    writer.emit(pinnedTopicsChanged({ kind: 'accounts', ids }, channelId, ofChannel));
  }
}
