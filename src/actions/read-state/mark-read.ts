// Marks messages as read inside a unit of work. The change is stored as a higher read mark where possible,
// and as exceptions above the mark where older messages are unread. The exact ids that changed are returned
// and emitted.

import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { topicConversation } from '../../stores/conversations/conversation-store.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { hasReceivedBefore } from '../../stores/messages/received-before.ts';
import { markTargetRead, type ReadTarget, resetReadMarks } from '../../stores/read-state/mark-read-store.ts';
import { rangesReadEvent } from '../../stores/read-state/range-event.ts';
import {
  deleteExceptions,
  insertExceptions,
  raiseReadMarks,
} from '../../stores/read-state/read-state-store.ts';
import { readStatusOf } from '../../stores/read-state/read-status.ts';
import { isBetweenOthers } from '../../stores/read-state/reception.ts';
import { idsInUnreadRanges, receivedOnly } from '../../stores/read-state/unread-ids.ts';
import { unreadRanges } from '../../stores/read-state/unread-ranges.ts';
import { periodsAroundMessages, wasEverInactive } from '../../stores/subscriptions/period-store.ts';
import { emitAllRead, emitFlagChange } from './read-state-events.ts';

/** Marks the unread ones of the given messages as read; returns those that changed, ascending. */
export async function markRead(writer: Writer, accountId: number, ids: readonly number[]): Promise<number[]> {
  const heads = await messageHeads(writer, ids);
  const own = heads.filter((head) => !isBetweenOthers(head, accountId));
  const subscriptions = await periodsAroundMessages(
    writer,
    accountId,
    own.map((head) => head.id),
  );
  const statuses = await readStatusOf(writer, accountId, subscriptions, own);
  const changed = own.filter((head) => statuses.get(head.id)?.isRead === false);
  if (changed.length === 0) return [];
  const nowRead = changed.map((head) => head.id);
  const aboveMark = changed.filter((head) => statuses.get(head.id)?.isReadByDefault === false);
  const exceptional = changed.filter((head) => statuses.get(head.id)?.isReadByDefault === true);
  await deleteExceptions(writer, accountId, exceptional);
  await insertExceptions(writer, accountId, aboveMark, 'read');
  // An exception below its read mark does not affect the position of the mark.
  await raiseReadMarks(writer, accountId, [...new Set(aboveMark.map((head) => head.conversation_id))]);
  emitFlagChange(writer, accountId, { op: 'add', flag: 'read', ids: nowRead });
  return nowRead;
}

/**
 * A small number of messages is named in the log. For a large number only the ranges are logged, and the ids
 * are read when the event is delivered.
 */
async function markConversations(writer: Writer, accountId: number, target: ReadTarget): Promise<void> {
  const unread = await unreadRanges(writer, accountId, target);
  if (unread.size + unread.unreadIds.size === 0) return;
  const isLarge = unread.size > limits.flagEventIds && !(await wasEverInactive(writer, accountId));
  const ids = isLarge
    ? []
    : await receivedOnly(writer, accountId, await idsInUnreadRanges(writer, accountId, unread));
  await markTargetRead(writer, accountId, target);
  if (isLarge) writer.emit(rangesReadEvent(accountId, unread));
  else emitFlagChange(writer, accountId, { op: 'add', flag: 'read', ids });
}

/** Marks everything in a channel as read. Unsubscribing does this in the same unit of work. */
export function markChannelRead(writer: Writer, accountId: number, channelId: number): Promise<void> {
  return markConversations(writer, accountId, { channelId });
}

/** Marks everything in a conversation as read. */
function markConversationRead(writer: Writer, accountId: number, conversationId: number): Promise<void> {
  return markConversations(writer, accountId, { conversationId });
}

/** A topic, and the part of its history that the account may know. */
export interface KnownTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly history: 'all' | 'received';
}

/** Marks everything in a topic as read; returns whether the topic exists, as far as the account may know. */
export async function markTopicRead(
  writer: Writer,
  accountId: number,
  { channelId, topic, history }: KnownTopic,
): Promise<boolean> {
  const conversation = await topicConversation(writer, channelId, topic);
  const last = conversation?.last_message_id;
  if (!conversation || last == null) return false;
  const isKnown = history === 'all' || (await hasReceivedBefore(writer, accountId, conversation.id, last));
  if (!isKnown) return false;
  await markConversationRead(writer, accountId, conversation.id);
  return true;
}

/** Marks everything as read: one read mark for all conversations replaces all stored marks. */
export async function markAllRead(writer: Writer, accountId: number): Promise<void> {
  await resetReadMarks(writer, accountId, await newestMessageId(writer));
  emitAllRead(writer, accountId);
}
