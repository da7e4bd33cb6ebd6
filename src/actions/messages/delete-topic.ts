// Deletes a topic in batches inside units of work, newest messages first: those that existed at the time of
// the request and that the requester can see.

import { administratorRequired, invalidChannelId } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { mayReadChannel } from '../../model/channels/channel-access.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { channelMembershipNow } from '../../stores/channel-access/channel-membership.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { conversationById, topicConversation } from '../../stores/conversations/conversation-store.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { newestMessageIds } from '../../stores/messages/change-store.ts';
import { messagesByIds } from '../../stores/messages/message-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { auditDeletedTopic } from '../audit/deletions.ts';
import { removeMessages } from './delete.ts';

/** A topic in deletion; `before` falls with each batch. */
export interface TopicDeletion {
  readonly channelId: number;
  readonly conversationId: number | undefined;
  readonly actorId: number;
  before: number;
  /** The number of messages deleted so far, and their entry in the audit log. */
  deleted: number;
  entryId: number | undefined;
}

/** @throws unless the caller is an administrator who can read the channel */
export async function findTopicToDelete(
  writer: Writer,
  actorId: number,
  channelId: number,
  topic: string,
): Promise<TopicDeletion> {
  const actor = await accountById(writer, actorId);
  await checkAccess(writer, actor, channelId);
  const conversation = await topicConversation(writer, channelId, topic);
  return {
    channelId,
    conversationId: conversation?.id,
    actorId,
    // Messages sent during the deletion stay.
    before: (conversation?.last_message_id ?? 0) + 1,
    deleted: 0,
    entryId: undefined,
  };
}

async function checkAccess(
  writer: Writer,
  actor: Account | undefined,
  channelId: number,
): Promise<{ readonly actor: Account; readonly channel: Channel }> {
  if (!actor?.isActive || actor.role > Role.administrator) throw administratorRequired();
  const channel = await channelById(writer, channelId);
  if (!channel || channel.isArchived) throw invalidChannelId();
  const membership = await channelMembershipNow(
    { writer, organization: await readOrganization(writer), account: actor },
    channel,
  );
  if (!mayReadChannel(channel, membership)) throw invalidChannelId();
  return { actor, channel };
}

/** Deletes one batch; returns whether nothing is left. */
export async function deleteNewestOfTopic(writer: Writer, topic: TopicDeletion): Promise<boolean> {
  const { conversationId } = topic;
  if (conversationId === undefined) return true;
  const { actor, channel } = await checkAccess(
    writer,
    await accountById(writer, topic.actorId),
    topic.channelId,
  );
  const conversation = await conversationById(writer, conversationId);
  // The topic was moved to another channel in the meantime.
  if (!conversation || conversation.channel_id !== topic.channelId) return true;
  const ids = await newestMessageIds(writer, conversationId, topic.before, limits.deleteTopicBatch);
  const last = ids.at(-1);
  if (last === undefined) return true;
  const heads = await readableHeads(tableLookup({ writer, account: actor }), ids, 'modify');
  const rows = await messagesByIds(
    writer,
    heads.map((head) => head.id),
  );
  if (rows.length > 0) {
    await removeMessages(writer, rows, { conversation, channel }, actor.id);
    const messages = topic.deleted + rows.length;
    const deletedTopic = { channel, topic: conversation.topic_name, messages };
    topic.entryId = await auditDeletedTopic(writer, deletedTopic, topic.entryId);
    topic.deleted = messages;
  }
  topic.before = last;
  return ids.length < limits.deleteTopicBatch;
}
