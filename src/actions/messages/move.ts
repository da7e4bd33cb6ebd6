// Moves messages to another topic or channel inside a unit of work, after `move-plan.ts` has planned and
// allowed it. Accounts that see them before and after receive the move; accounts that can no longer see them
// receive a deletion.

import type { Audience } from '../../api-contract/event.ts';
import { newEvent } from '../../api-contract/event-declaration.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { flagsEventType } from '../../model/messages/message-event-schema.ts';
import type { MovePlan } from '../../model/messages/move-plan.ts';
import { searchWords } from '../../model/search/search-words.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { insertTopic, updateConversationBounds } from '../../stores/conversations/conversation-store.ts';
import { deletionEvent } from '../../stores/messages/deletion-event.ts';
import { channelMessageAudience, type Receptions } from '../../stores/messages/message-audience.ts';
import {
  carryReadStates,
  copyReadStates,
  dropUnreadOutside,
  recordArrivals,
  relocateConversation,
  relocateMessages,
  removeConversation,
} from '../../stores/messages/move-store.ts';
import { isSubscribedNow } from '../../stores/subscriptions/subscription-store.ts';
import { recountFirstMessage } from '../channels/first-message.ts';
import { moveLaterConversations } from '../later-conversations/move-topic.ts';
import { noteDisplacedCall, noteMovedCall } from '../moved-calls/note-moved.ts';
import { applyMoveToPins, movePinnedMessages } from '../pins/move-pins.ts';
import { reindexMoved } from '../search/reindex.ts';
import { moveSidebarRows } from '../sidebar/move-topic-rows.ts';
import { movePolicies } from '../user-topics/move-policies.ts';

/** Carries out a move; `sequence` is its log position. Returns the conversation that the messages are in. */
export async function moveMessages(writer: Writer, plan: MovePlan, sequence: number): Promise<Conversation> {
  const { from, to, messages } = plan;
  const ids = messages.map((message) => message.id);
  const changesChannel = to.channel.id !== from.channel.id;
  if (changesChannel) await recordArrivals(writer, messages, to.channel.id, sequence);
  const conversation = await prepareTarget(writer, plan, ids);
  const changes = {
    has_edits: 1,
    ...(!plan.resolution && { last_moved_at: writer.now }),
    ...(changesChannel && { channel_id: to.channel.id, is_moved: 1 }),
  };
  const isElsewhere = conversation.id !== from.conversation.id;
  await relocateMessages(writer, ids, {
    ...changes,
    ...(isElsewhere && { conversation_id: conversation.id }),
  });
  if (changesChannel) await dropUnreadOutside(writer, ids, to.channel.id);
  if (isElsewhere) await updateConversationBounds(writer, from.conversation.id);
  await updateConversationBounds(writer, conversation.id);
  await movePinnedMessages(writer, plan, conversation);
  return conversation;
}

/** Whether the topic stays the same and only its spelling changes. */
function isRespelling({ from, target }: MovePlan): boolean {
  return target?.id === from.conversation.id;
}

function isWithoutMessages(target: MovePlan['target']): boolean {
  return !target?.last_message_id;
}

/** Whether the messages stay in their conversation, which is moved as a whole. */
function keepsConversation(plan: MovePlan): boolean {
  return isRespelling(plan) || (isWithoutMessages(plan.target) && plan.isWhole);
}

/** Prepares the target conversation and carries read states over. */
async function prepareTarget(writer: Writer, plan: MovePlan, ids: readonly number[]): Promise<Conversation> {
  const { from, to, target } = plan;
  const isFree = isWithoutMessages(target);
  if (keepsConversation(plan)) {
    if (target && !isRespelling(plan)) {
      await noteDisplacedCall(writer, target.id);
      await removeConversation(writer, target.id);
    }
    await relocateConversation(writer, from.conversation.id, to.channel.id, to.topic);
    return { ...from.conversation, channel_id: to.channel.id, topic_name: to.topic };
  }
  if (target && !isFree) {
    await carryReadStates(writer, ids, from.conversation.id, target);
    return target;
  }
  const conversation = target ?? (await insertTopic(writer, to.channel.id, to.topic));
  if (target) await relocateConversation(writer, target.id, to.channel.id, to.topic);
  await copyReadStates(writer, from.conversation.id, conversation.id);
  return { ...conversation, topic_name: to.topic };
}

/** The search index has the words of the topic, and on PostgreSQL also the conversation of the message. */
async function reindex(writer: Writer, plan: MovePlan): Promise<void> {
  const { from, to, messages } = plan;
  const before = searchWords(from.conversation.topic_name).join(' ');
  const hasSameWords = before === searchWords(to.topic).join(' ');
  const hasSameMarks = to.channel.id === from.channel.id && keepsConversation(plan);
  if (hasSameWords && (hasSameMarks || writer.engine === 'sqlite')) return;
  await reindexMoved(
    writer,
    messages.map((message) => message.id),
  );
}

export interface MoveAudiences {
  /** Disjoint audiences, each of which receives an event of its own. */
  readonly notified: readonly [Audience, ...Audience[]];
  /** Accounts that can no longer see the messages. */
  readonly losing: Audience | undefined;
  /** Accounts that still see them but are not subscribed there, so the messages cannot be unread for them. */
  readonly notSubscribed: Audience | undefined;
}

/** `receptions` are from before the move; `actorId` can see the messages before and after. */
export async function moveAudiences(
  writer: Writer,
  { from, to }: MovePlan,
  receptions: Receptions,
  actorId: number,
): Promise<MoveAudiences> {
  const before: Audience = channelMessageAudience(from.channel, receptions);
  if (to.channel.id === from.channel.id) {
    return { notified: [{ ...before, also: [actorId] }], losing: undefined, notSubscribed: undefined };
  }
  const actorIsThere = await isSubscribedNow(writer, actorId, to.channel.id);
  const targetAudience: Audience = {
    kind: 'channel',
    channelId: to.channel.id,
    ...(!actorIsThere && { also: [actorId] }),
  };
  const losing: Audience = { kind: 'difference', of: before, minus: visibleTo(to.channel, targetAudience) };
  if (to.channel.isPrivate) return { notified: [targetAudience], losing, notSubscribed: undefined };
  const otherAudience: Audience = {
    kind: 'difference',
    of: { kind: 'difference', of: before, minus: targetAudience },
    minus: losing,
  };
  const subscribers: Audience = { kind: 'channel', channelId: from.channel.id };
  const unsubscribed: Audience = {
    kind: 'difference',
    of: subscribers,
    minus: { kind: 'channel', channelId: to.channel.id },
  };
  const notSubscribed: Audience = { kind: 'difference', of: unsubscribed, minus: losing };
  return { notified: [targetAudience, otherAudience], losing, notSubscribed };
}

function visibleTo(channel: Channel, subscribers: Audience): Audience {
  if (channel.isWebPublic) return { kind: 'everyone' };
  return channel.isPrivate ? subscribers : { kind: 'members', orSubscribersOf: [channel.id] };
}

/**
 * Applies the consequences of a move, after its event: events to accounts that can no longer see the messages
 * or are not subscribed there, topic policies, the search index, and the channels' first messages.
 */
export async function applyMoveConsequences(
  writer: Writer,
  plan: MovePlan,
  audiences: MoveAudiences,
  receptions: Receptions,
): Promise<void> {
  const { from, to, messages } = plan;
  const ids = messages.map((message) => message.id);
  if (audiences.losing) {
    writer.emit(
      deletionEvent(
        audiences.losing,
        ids,
        { conversation: from.conversation, channel: from.channel },
        { receptions, sawAll: [] },
      ),
    );
  }
  if (audiences.notSubscribed) {
    const payload = { op: 'add', operation: 'add', flag: 'read', messages: ids, all: false } as const;
    writer.emit(newEvent(flagsEventType, payload, { audience: audiences.notSubscribed }));
  }
  if (plan.isWhole) {
    const oldTopic = { channelId: from.channel.id, topic: from.conversation.topic_name };
    const now = { channelId: to.channel.id, topic: to.topic, channel: to.channel };
    if (!isRespelling(plan)) await movePolicies(writer, oldTopic, now, plan.target?.last_message_id != null);
    await moveLaterConversations(writer, oldTopic, now);
    await moveSidebarRows(writer, oldTopic, now);
    await noteMovedCall(writer, plan);
  }
  await applyMoveToPins(writer, plan);
  await reindex(writer, plan);
  if (to.channel.id === from.channel.id) return;
  await recountFirstMessage(writer, from.channel.id);
  await recountFirstMessage(writer, to.channel.id);
}
