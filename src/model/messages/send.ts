// Sending a message inside a unit of work: the rules, the rows, the event. The same for requests, scheduled
// messages, incoming mail and the server's own notices.

import type { Writer } from '../../storage/session.ts';
import { sightsBefore, tellSightChanges } from '../accounts/guest-sight.ts';
import type { Channel } from '../channels/channel.ts';
import { noteMessageInChannel } from '../channels/note-message.ts';
import { type Conversation, directKey, insertDirect, insertTopic } from '../conversations/store.ts';
import { callDirectly, callMentioned } from '../outgoing-webhooks/call.ts';
import { indexMessage } from '../search/store.ts';
import { subscribersAmong } from '../subscriptions/store.ts';
import { tellUploadChanges } from '../uploads/links.ts';
import { applyMentions, applySending } from '../user-topics/automatic.ts';
import type { VisibilityPolicy } from '../user-topics/policy.ts';
import { messageEvent } from './events.ts';
import { membersOf } from './mention-rules.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { checkDirectly, checkToChannel } from './posting-checks.ts';
import { arrivesUnread, keepArrival, resolutionArrival } from './resolution-arrival.ts';
import { keepMentions, keepPersonalRows, storeSent } from './store-sent.ts';

export interface SentMessage {
  readonly id: number;
  readonly conversation: Conversation;
  readonly channel: Channel | undefined;
  /** The sender's policy for the topic where sending changed it. */
  readonly visibilityPolicy?: VisibilityPolicy | undefined;
}

/** Sends to a channel; refuses what `checkToChannel` refuses. */
export async function sendToChannel(
  writer: Writer,
  channelId: number,
  topic: string,
  message: OutgoingMessage,
): Promise<SentMessage> {
  const accepted = await checkToChannel(writer, channelId, topic, message);
  const { organization, sender, channel, own, existing, topicMentioned, groups } = accepted;
  const conversation = existing ?? (await insertTopic(writer, channel.id, topic));
  const sequence = writer.nextSequence();
  const { rendered } = message.content;
  const arrival =
    message.kind === 'resolution notice'
      ? await resolutionArrival(writer, channel.id, conversation.topic_name, message.senderId)
      : arrivesUnread;
  const { row, submessages, uploads } = await storeSent(writer, conversation, sequence, message, {
    channel_id: channel.id,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: rendered.mentionsTopic ? 1 : 0,
    has_mention_row: groups.length > 0 || topicMentioned.length > 0 ? 1 : 0,
    arrives_read: arrival.arrivesRead,
  });
  await keepMentions(writer, row, groups, topicMentioned);
  const personal = await keepPersonalRows(writer, row, message, (some) =>
    subscribersAmong(writer, channel.id, some),
  );
  await keepArrival(writer, row, arrival);
  const groupMembers = await membersOf(writer, groups, sequence);
  await indexMessage(writer, row.id, message.content.visibleText, conversation.topic_name);
  writer.emit(
    messageEvent(
      { kind: 'channel', channelId: channel.id, isPublic: !channel.isPrivate },
      {
        messageId: row.id,
        row,
        submessages,
        topic: conversation.topic_name,
        directKey: null,
        mentionedIds: [...new Set([...personal.mentioned, ...groupMembers])],
        alertedIds: personal.alerted,
        topicMentionedIds: topicMentioned,
        readIds: [...personal.read, ...arrival.readIds],
        unreadIds: arrival.unreadIds,
        localId: message.localId ?? null,
        queueId: message.queueId ?? null,
      },
    ),
    sequence,
  );
  await tellUploadChanges(writer, uploads);
  await noteMessageInChannel(writer, organization, channel, row.id);
  await callMentioned(writer, sender, channel, row.id, rendered.mentionedUserIds);
  await applyMentions(writer, personal.mentioned, channel.id, conversation.topic_name);
  const place = { channel, conversationId: conversation.id, topic: conversation.topic_name };
  const visibilityPolicy = await applySending(writer, sender, place, existing?.last_message_id ?? null, own);
  return { id: row.id, conversation, channel, visibilityPolicy };
}

/** Sends directly to people; the sender is added to them. Refuses what `checkDirectly` refuses. */
export async function sendDirectly(
  writer: Writer,
  recipientIds: readonly number[],
  message: OutgoingMessage,
): Promise<SentMessage> {
  const { organization, sender, ids, people, existing, groups } = await checkDirectly(
    writer,
    recipientIds,
    message,
  );
  const isFirst = existing?.last_message_id == null;
  const sights = isFirst ? await sightsBefore(writer, organization, { accountIds: ids }) : undefined;
  const conversation = existing ?? (await insertDirect(writer, ids));
  const sequence = writer.nextSequence();
  const { rendered } = message.content;
  const { row, submessages, uploads } = await storeSent(writer, conversation, sequence, message, {
    channel_id: null,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: 0,
    has_mention_row: groups.length > 0 ? 1 : 0,
    arrives_read: 0,
  });
  await keepMentions(writer, row, groups, []);
  const personal = await keepPersonalRows(writer, row, message, async () => new Set(ids));
  const groupMembers = await membersOf(writer, groups, sequence);
  await indexMessage(writer, row.id, message.content.visibleText, '');
  writer.emit(
    messageEvent(
      { kind: 'accounts', ids },
      {
        messageId: row.id,
        row,
        submessages,
        topic: '',
        directKey: directKey(ids),
        mentionedIds: [...new Set([...personal.mentioned, ...groupMembers.filter((id) => ids.includes(id))])],
        alertedIds: personal.alerted,
        topicMentionedIds: [],
        readIds: personal.read,
        unreadIds: [],
        localId: message.localId ?? null,
        queueId: message.queueId ?? null,
      },
    ),
    sequence,
  );
  await tellUploadChanges(writer, uploads);
  await callDirectly(writer, sender, people, row.id);
  if (sights) await tellSightChanges(writer, sights);
  return { id: row.id, conversation, channel: undefined };
}
