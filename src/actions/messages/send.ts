// Sends a message inside a unit of work: checks, rows, the event. Requests, scheduled messages, incoming mail
// and Parley's own notices all use it.

import type { Audience } from '../../api-contract/event.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { messageEvent } from '../../model/messages/message-events.ts';
import type { OutgoingMessage, SentMessage } from '../../model/messages/outgoing-message.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  directKey,
  insertDirect,
  insertTopic,
  recordNewMessage,
} from '../../stores/conversations/conversation-store.ts';
import { membersOf } from '../../stores/messages/mention-rules.ts';
import { insertMentions } from '../../stores/messages/mention-store.ts';
import {
  type AcceptedChannelMessage,
  type AcceptedDirectMessage,
  checkChannelMessage,
  checkDirectMessage,
} from '../../stores/messages/posting-checks.ts';
import { arrivesUnread, resolutionArrival, storeArrival } from '../../stores/messages/resolution-arrival.ts';
import { indexMessage } from '../../stores/search/search-store.ts';
import { subscribersAmong } from '../../stores/subscriptions/subscription-store.ts';
import { updateChannelForMessage } from '../channels/note-message.ts';
import { emitGuestVisibility, guestVisibilityBefore } from '../guests/visibility-events.ts';
import { queueDirectCalls, queueMentionCalls } from '../outgoing-webhooks/call.ts';
import { emitUploadChanges } from '../uploads/links.ts';
import { applyMentions, applySending } from '../user-topics/automatic.ts';
import { type StoredMessage, storePersonalRows, storeSent } from './store-sent.ts';

/** Sends to a channel. @throws as `checkChannelMessage` does */
export async function sendToChannel(
  writer: Writer,
  channelId: number,
  topic: string,
  message: OutgoingMessage,
): Promise<SentMessage> {
  const accepted = await checkChannelMessage(writer, channelId, topic, message);
  const { organization, sender, channel, own, existing } = accepted;
  const conversation = existing ?? (await insertTopic(writer, channel.id, topic));
  const { stored, mentioned } = await storeToChannel(writer, accepted, conversation, message);
  const { id } = stored.row;
  await emitUploadChanges(writer, stored.uploads);
  await updateChannelForMessage(writer, organization, channel, id);
  await queueMentionCalls(writer, channel, {
    id,
    sender,
    mentionedIds: message.content.rendered.mentionedUserIds,
  });
  await applyMentions(writer, mentioned, channel.id, conversation.topic_name);
  const location = { channel, conversationId: conversation.id, topic: conversation.topic_name };
  const visibilityPolicy = await applySending(
    writer,
    { account: sender, location, own },
    existing?.last_message_id ?? null,
  );
  return { id, conversation, channel, visibilityPolicy };
}

/** Stores the rows of a channel message and emits it; returns the receivers that it mentions individually. */
async function storeToChannel(
  writer: Writer,
  { channel, topicMentioned, groups }: AcceptedChannelMessage,
  conversation: Conversation,
  message: OutgoingMessage,
): Promise<{ stored: StoredMessage; mentioned: readonly number[] }> {
  const sequence = writer.nextSequence();
  const { rendered, visibleText } = message.content;
  const topic = conversation.topic_name;
  const arrival =
    message.kind === 'resolution notice'
      ? await resolutionArrival(writer, channel, topic, message.senderId)
      : arrivesUnread;
  const storedMessage = await storeSent(writer, { conversation, sequence }, message, {
    channel_id: channel.id,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: rendered.mentionsTopic ? 1 : 0,
    has_mention_row: groups.length > 0 || topicMentioned.length > 0 ? 1 : 0,
    arrives_read: arrival.arrivesRead,
  });
  const { row } = storedMessage;
  // None of these depends on what another one writes.
  const [{ mentioned, alerted, read }, groupMembers] = await Promise.all([
    storePersonalRows(writer, row, message, (ids) => subscribersAmong(writer, channel.id, ids)),
    membersOf(writer, groups, sequence),
    recordNewMessage(writer, conversation, row.id),
    insertMentions(writer, row, groups, topicMentioned),
    storeArrival(writer, row, arrival),
    indexMessage(writer, row.id, visibleText, topic),
  ]);
  const audience: Audience = { kind: 'channel', channelId: channel.id, isPublic: !channel.isPrivate };
  const event = messageEvent(audience, storedMessage, message, {
    topic,
    directKey: null,
    mentionedIds: [...new Set([...mentioned, ...groupMembers])],
    alertedIds: alerted,
    topicMentionedIds: topicMentioned,
    readIds: [...read, ...arrival.readIds],
    unreadIds: arrival.unreadIds,
  });
  writer.emit(event, sequence);
  return { stored: storedMessage, mentioned };
}

/** Sends a direct message; the sender is added to the recipients. @throws as `checkDirectMessage` does */
export async function sendDirectly(
  writer: Writer,
  recipientIds: readonly number[],
  message: OutgoingMessage,
): Promise<SentMessage> {
  const accepted = await checkDirectMessage(writer, recipientIds, message);
  const { organization, sender, ids, people, existing } = accepted;
  const isFirst = existing?.last_message_id == null;
  const visibility = isFirst
    ? await guestVisibilityBefore(writer, organization, { accountIds: ids })
    : undefined;
  const conversation = existing ?? (await insertDirect(writer, ids));
  const { row, uploads } = await storeDirectly(writer, accepted, conversation, message);
  await emitUploadChanges(writer, uploads);
  await queueDirectCalls(writer, sender, people, row.id);
  if (visibility) await emitGuestVisibility(writer, visibility);
  return { id: row.id, conversation, channel: undefined };
}

/** Stores the rows of a direct message and emits it. */
async function storeDirectly(
  writer: Writer,
  { ids, groups }: AcceptedDirectMessage,
  conversation: Conversation,
  message: OutgoingMessage,
): Promise<StoredMessage> {
  const sequence = writer.nextSequence();
  const { rendered, visibleText } = message.content;
  const storedMessage = await storeSent(writer, { conversation, sequence }, message, {
    channel_id: null,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: 0,
    has_mention_row: groups.length > 0 ? 1 : 0,
    arrives_read: 0,
  });
  const { row } = storedMessage;
  const [personal, groupMembers] = await Promise.all([
    storePersonalRows(writer, row, message, async () => new Set(ids)),
    membersOf(writer, groups, sequence),
    recordNewMessage(writer, conversation, row.id),
    insertMentions(writer, row, groups, []),
    indexMessage(writer, row.id, visibleText, ''),
  ]);
  const event = messageEvent({ kind: 'accounts', ids }, storedMessage, message, {
    topic: '',
    directKey: directKey(ids),
    mentionedIds: [...new Set([...personal.mentioned, ...groupMembers.filter((id) => ids.includes(id))])],
    alertedIds: personal.alerted,
    topicMentionedIds: [],
    readIds: personal.read,
    unreadIds: [],
  });
  writer.emit(event, sequence);
  return storedMessage;
}
