// Lets pins follow messages and topics that are moved.

import { limits } from '../../api-contract/limits.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { MovePlan } from '../../model/messages/move-plan.ts';
import { messageUnpinned } from '../../model/pins/pin-events.ts';
import { canHavePinnedTopics } from '../../model/pins/pinned-topics.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { topicConversation } from '../../stores/conversations/conversation-store.ts';
import { channelMessageAudience, receptionsOf } from '../../stores/messages/message-audience.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import {
  deletePinnedMessages,
  movePinsOfMessages,
  pinsInConversation,
} from '../../stores/pins/pinned-message-store.ts';
import {
  deletePinnedTopic,
  movePinOfTopic,
  pinnedTopicsIn,
  pinOfTopic,
} from '../../stores/pins/pinned-topic-store.ts';
import { emitPinnedTopics } from './pin-topic.ts';

/** Moves the pins of moved messages to the conversation that the messages are in now. */
export async function movePinnedMessages(
  writer: Writer,
  { to, messages }: MovePlan,
  conversation: Conversation,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await movePinsOfMessages(writer, ids, { conversationId: conversation.id, channelId: to.channel.id });
}

/** Removes excess pins after a move, and moves the pin of the topic. Called after the move was emitted. */
export async function applyMoveToPins(writer: Writer, plan: MovePlan): Promise<void> {
  const targetConversation = await topicConversation(writer, plan.to.channel.id, plan.to.topic);
  if (!targetConversation) return;
  await removeExcessPins(writer, plan, targetConversation);
  if (plan.isWhole) await movePinnedTopic(writer, plan, targetConversation);
}

/** Removes the oldest pins of a conversation that has too many because of a move. */
async function removeExcessPins(writer: Writer, { to }: MovePlan, conversation: Conversation): Promise<void> {
  const pins = await pinsInConversation(writer, conversation.id, 2 * limits.pinnedMessages);
  const excess = pins.slice(limits.pinnedMessages).map((pin) => pin.message_id);
  if (excess.length === 0) return;
  await deletePinnedMessages(writer, excess);
  for (const id of excess) {
    const row = await messageById(writer, id);
    if (!row) continue;
    const audience = channelMessageAudience(to.channel, await receptionsOf(writer, [row]));
    writer.emit(messageUnpinned(audience, conversation, id));
  }
}

/**
 * Lets the pin of a topic that was moved as a whole follow it. It is lost if the topic at the target is pinned already,
 * or if the target channel has no place for it.
 */
async function movePinnedTopic(writer: Writer, { from, to }: MovePlan, into: Conversation): Promise<void> {
  const pin = await pinOfTopic(writer, from.conversation.id);
  if (!pin) return;
  const others = (await pinnedTopicsIn(writer, [to.channel.id])).filter(
    (row) => row.conversation_id !== from.conversation.id,
  );
  const isLost =
    !canHavePinnedTopics(to.channel) ||
    others.length >= limits.pinnedTopics ||
    others.some((row) => row.conversation_id === into.id);
  if (isLost) await deletePinnedTopic(writer, from.conversation.id);
  else
    await movePinOfTopic(writer, from.conversation.id, { conversationId: into.id, channelId: to.channel.id });
  await emitPinnedTopics(writer, from.channel.id);
  if (to.channel.id !== from.channel.id) await emitPinnedTopics(writer, to.channel.id);
}
