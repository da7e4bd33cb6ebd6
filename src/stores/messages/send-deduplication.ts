// Deduplicates messages that a client sends again because it received no answer. The sender's own id for a
// message, within one of their event queues, is stored for some days and refers to the first message sent
// under it.

import { limits } from '../../api-contract/limits.ts';
import type { LocalEcho, OutgoingMessage, SentMessage } from '../../model/messages/outgoing-message.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { channelById } from '../channels/channel-store.ts';
import { conversationById } from '../conversations/conversation-store.ts';

const byLocalId = preparedRead<{ account: number; queue: string; local: string }>()((db, p) =>
  db
    .selectFrom('message_local_id')
    .select(['message_id', 'conversation_id'])
    .where('account_id', '=', p.account)
    .where('queue_id', '=', p.queue)
    .where('local_id', '=', p.local),
);

/**
 * The message already sent under a local id; undefined if there is none. It may have been moved or deleted
 * since.
 */
export async function messageSentBefore(
  reader: Reader,
  senderId: number,
  { queueId, localId }: LocalEcho,
): Promise<SentMessage | undefined> {
  const row = await byLocalId.first(reader, { account: senderId, queue: queueId, local: localId });
  const conversation = row && (await conversationById(reader, row.conversation_id));
  if (!conversation) return undefined;
  const { channel_id } = conversation;
  const channel = channel_id === null ? undefined : await channelById(reader, channel_id);
  return { id: row.message_id, conversation, channel };
}

/** Sends a message unless one was already sent under its local id, which is then returned. */
export async function sendOnce(
  writer: Writer,
  { senderId, localEcho }: OutgoingMessage,
  send: () => Promise<SentMessage>,
): Promise<SentMessage> {
  if (!localEcho) return send();
  const before = await messageSentBefore(writer, senderId, localEcho);
  if (before) return before;
  const sentMessage = await send();
  await writer.db
    .insertInto('message_local_id')
    .values({
      organization_id: writer.organizationId,
      account_id: senderId,
      queue_id: localEcho.queueId,
      local_id: localEcho.localId,
      message_id: sentMessage.id,
      conversation_id: sentMessage.conversation.id,
      sent_at: writer.now,
    })
    .execute();
  return sentMessage;
}

/** Whether any organization has local ids past their retention. */
export async function hasExpiredLocalIds(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('message_local_id')
    .select('message_id')
    .where('sent_at', '<=', now - limits.localIdSeconds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes local ids past their retention. */
export async function deleteExpiredLocalIds(writer: Writer, now: number): Promise<void> {
  await writer.db
    .deleteFrom('message_local_id')
    .where('sent_at', '<=', now - limits.localIdSeconds)
    .execute();
}
