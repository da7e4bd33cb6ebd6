// Removes sample content inside a unit of work: its messages, and its channels unless people have made them their own.

import { sampleContentChanged } from '../../model/sample-content/sample-content-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { messagesByIds } from '../../stores/messages/message-store.ts';
import {
  forgetSampleChannel,
  hasMessagesOfOthers,
  readSampleChannels,
  readSampleMessageIds,
  recordRemoval,
} from '../../stores/sample-content/sample-content-store.ts';
import { auditDeletedTopic } from '../audit/deletions.ts';
import { archiveChannel } from '../channels/change.ts';
import { removeMessages } from '../messages/delete.ts';

/** Deletes the messages of the content, wherever they were moved to. */
async function removeSampleMessages(writer: Writer, actorId: number): Promise<void> {
  const rows = await messagesByIds(writer, await readSampleMessageIds(writer));
  for (const [conversationId, messages] of Map.groupBy(rows, (row) => row.conversation_id)) {
    const conversation = await conversationById(writer, conversationId);
    const channel = await channelById(writer, conversation?.channel_id ?? 0);
    if (!conversation || !channel) throw new Error('a sample message is in no topic');
    await removeMessages(
      writer,
      messages,
      { conversation, channel },
      channel.isPrivate ? undefined : actorId,
    );
    const deleted = { channel, topic: conversation.topic_name, messages: messages.length };
    await auditDeletedTopic(writer, deleted, undefined);
  }
}

/**
 * Removes the content; does nothing if there is none. A channel in which people wrote, or which they made private, stays
 * as an ordinary channel with their messages. The others are archived.
 *
 * @param botIds the bots whose messages do not count as written by people
 */
export async function removeSampleContent(acting: ActorContext, botIds: readonly number[]): Promise<void> {
  const { writer, organization, account } = acting;
  const remainingChannels = (await readSampleChannels(writer)).filter(({ isRemoved }) => !isRemoved);
  if (remainingChannels.length === 0) return;
  await removeSampleMessages(writer, account.id);
  for (const { channelId } of remainingChannels) {
    const found = await tableLookup({ writer, organization, account }).channel(channelId);
    const isOfPeople = found?.channel.isPrivate || (await hasMessagesOfOthers(writer, channelId, botIds));
    if (!found || isOfPeople) await forgetSampleChannel(writer, channelId);
    else {
      await archiveChannel(writer, organization, found);
      await recordRemoval(writer, channelId);
    }
  }
  writer.emit(sampleContentChanged(false));
}
