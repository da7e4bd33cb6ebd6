// Sending once what a client sends again because it heard no answer: the sender's own name for a message, in a queue of
// theirs, is kept for some days, and names the message that was sent under it first.

import { limits } from '../../api-contract/limits.ts';
import type { LocalName, OutgoingMessage, SentMessage } from '../../model/messages/outgoing.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { channelById } from '../channels/channel-store.ts';
import { conversationById } from '../conversations/conversation-store.ts';

const underName = preparedRead<{ account: number; queue: string; local: string }>()((db, p) =>
  db
    .selectFrom('message_local_id')
    .select(['message_id', 'conversation_id'])
    .where('account_id', '=', p.account)
    .where('queue_id', '=', p.queue)
    .where('local_id', '=', p.local),
);

/** What a sender sent under a name; undefined where nothing was. It may have been moved or deleted since. */
export async function sentBefore(
  reader: Reader,
  senderId: number,
  { queueId, localId }: LocalName,
): Promise<SentMessage | undefined> {
  const row = await underName.first(reader, { account: senderId, queue: queueId, local: localId });
  const conversation = row && (await conversationById(reader, row.conversation_id));
  if (!conversation) return undefined;
  const { channel_id } = conversation;
  const channel = channel_id === null ? undefined : await channelById(reader, channel_id);
  return { id: row.message_id, conversation, channel };
}

/** Sends a message unless one was sent under its name; gives that one then. */
export async function once(
  writer: Writer,
  { senderId, localName }: OutgoingMessage,
  send: () => Promise<SentMessage>,
): Promise<SentMessage> {
  if (!localName) return send();
  const before = await sentBefore(writer, senderId, localName);
  if (before) return before;
  const sent = await send();
  await writer.db
    .insertInto('message_local_id')
    .values({
      organization_id: writer.organizationId,
      account_id: senderId,
      queue_id: localName.queueId,
      local_id: localName.localId,
      message_id: sent.id,
      conversation_id: sent.conversation.id,
      sent_at: writer.now,
    })
    .execute();
  return sent;
}

/** Whether there are names that need no longer be kept, of whatever organization. */
export async function hasOldNames(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('message_local_id')
    .select('message_id')
    .where('sent_at', '<=', now - limits.localIdSeconds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets them. */
export async function forgetOldNames(writer: Writer, now: number): Promise<void> {
  await writer.db
    .deleteFrom('message_local_id')
    .where('sent_at', '<=', now - limits.localIdSeconds)
    .execute();
}
