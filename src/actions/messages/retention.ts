// Deletes messages older than the organization's retention. They are found by conversation, deleted in
// batches of one unit of work each, and emitted like any other deletion.

import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { channelById, readChannels } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { messagesByIds } from '../../stores/messages/message-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { removeMessages } from './delete.ts';

const FOREVER = -1;

const expiredTopics = preparedRead<{ channel: number; before: number }>()((db, p) =>
  db
    .selectFrom('conversation')
    .innerJoin('message', 'message.id', 'conversation.first_message_id')
    .select('conversation.id')
    .where('conversation.channel_id', '=', p.channel)
    .where('message.sent_at', '<', p.before),
);
const expiredDirect = preparedRead<{ organization: number; before: number }>()((db, p) =>
  db
    .selectFrom('conversation')
    .innerJoin('message', 'message.id', 'conversation.first_message_id')
    .select('conversation.id')
    .where('conversation.organization_id', '=', p.organization)
    .where('conversation.direct_key', 'is not', null)
    .where('message.sent_at', '<', p.before),
);
const oldestOf = preparedRead<{ conversation: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('conversation_id', '=', p.conversation)
    .orderBy('id')
    .limit(p.limit),
);

/** The retention in days of a channel's messages (of direct messages: undefined); -1 means forever. */
function retentionDays(
  organization: Organization,
  channel: Pick<Channel, 'messageRetentionDays'> | undefined,
): number {
  return channel?.messageRetentionDays ?? organization.settings.message_retention_days;
}

function retainedSince(days: number, now: number): number {
  return now - days * DAY;
}

/** The conversations with messages older than their retention. */
export async function expiredConversations(reader: Reader, now: number): Promise<number[]> {
  const organization = await readOrganization(reader);
  const found: number[] = [];
  for (const channel of await readChannels(reader)) {
    const days = retentionDays(organization, channel);
    if (days === FOREVER) continue;
    const rows = await expiredTopics.all(reader, { channel: channel.id, before: retainedSince(days, now) });
    found.push(...rows.map((row) => row.id));
  }
  const days = retentionDays(organization, undefined);
  if (days === FOREVER) return found;
  const values = { organization: organization.id, before: retainedSince(days, now) };
  const rows = await expiredDirect.all(reader, values);
  return [...found, ...rows.map((row) => row.id)];
}

/** Deletes the oldest expired messages of a conversation; returns whether there may be more. */
export async function deleteExpired(writer: Writer, conversationId: number, now: number): Promise<boolean> {
  const conversation = await conversationById(writer, conversationId);
  if (!conversation) return false;
  const channel =
    conversation.channel_id === null ? undefined : await channelById(writer, conversation.channel_id);
  const days = retentionDays(await readOrganization(writer), channel);
  if (days === FOREVER) return false;
  const batch = limits.deleteTopicBatch;
  const oldest = await oldestOf.all(writer, { conversation: conversationId, limit: batch });
  const since = retainedSince(days, now);
  // Ordered by the time of sending.
  const firstRetained = oldest.findIndex((message) => message.sent_at >= since);
  const ids = (firstRetained < 0 ? oldest : oldest.slice(0, firstRetained)).map((message) => message.id);
  if (ids.length === 0) return false;
  await removeMessages(writer, await messagesByIds(writer, ids), { conversation, channel });
  return ids.length === batch;
}
