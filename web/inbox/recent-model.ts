// The conversations of the newest messages, most recent first.

import { topicKey } from '../../client/state/topics.ts';
import { conversationKey } from '../store/conversation-key.ts';
import type { Message } from '../store/message.ts';
import { type Conversation, conversationOf } from '../store/narrow-targets.ts';
import type { TopicPolicies } from '../store/topic-policies.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';
import type { RecentFilter, RecentOrder } from './list-settings.ts';

export interface RecentLine {
  readonly key: string;
  readonly conversation: Conversation;
  readonly newest: Message;
  /** The senders, most recent first. */
  readonly senderIds: readonly number[];
  readonly count: number;
  /** Whether unread messages are direct or mention the viewer. */
  readonly isUrgent: boolean;
}

function unreadIn(conversation: Conversation, counts: UnreadCounts): Pick<RecentLine, 'count' | 'isUrgent'> {
  if (conversation.kind === 'direct') {
    const people = counts.people.get(peopleKey(conversation.ids));
    return { count: people?.count ?? 0, isUrgent: people?.isMuted === false };
  }
  const unread = counts.channels.get(conversation.channelId)?.topics.get(topicKey(conversation.topic));
  return { count: unread?.count ?? 0, isUrgent: unread?.isMentioned ?? false };
}

/** @param messages in order */
export function recentLines(messages: readonly Message[], counts: UnreadCounts, ownId: number): RecentLine[] {
  const lines = new Map<string, RecentLine>();
  for (const message of messages.toReversed()) {
    const conversation = conversationOf(message, ownId);
    const key = conversationKey(conversation);
    const existing = lines.get(key);
    if (!existing) {
      const senderIds = [message.sender_id];
      lines.set(key, {
        key,
        conversation,
        newest: message,
        senderIds,
        ...unreadIn(conversation, counts),
      });
    } else if (!existing.senderIds.includes(message.sender_id)) {
      lines.set(key, { ...existing, senderIds: [...existing.senderIds, message.sender_id] });
    }
  }
  return [...lines.values()];
}

/** Whether a filter shows a conversation. */
export function isShown(
  { conversation, count, senderIds }: RecentLine,
  filter: RecentFilter,
  policies: TopicPolicies,
  ownId: number,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'unread':
      return count > 0;
    case 'tookPart':
      return senderIds.includes(ownId);
    case 'direct':
      return conversation.kind === 'direct';
    case 'followed':
      return conversation.kind === 'topic' && policies.isFollowed(conversation.channelId, conversation.topic);
  }
}

/** The names by which conversations are ordered. */
export interface LineNames {
  readonly name: string;
  /** Of a topic's channel; empty for direct conversations, which come first. */
  readonly channel: string;
}

const compare = new Intl.Collator(undefined, { numeric: true }).compare;

/** The rows in an order, equal ones the newest first. @param lines the newest first */
export function inOrder(
  lines: readonly RecentLine[],
  order: RecentOrder,
  namesOf: (line: RecentLine) => LineNames,
): readonly RecentLine[] {
  if (order === 'newest') return lines;
  if (order === 'unread') return lines.toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0));
  const linesWithNames = lines.map((line) => ({ line, ...namesOf(line) }));
  const byName = order === 'name';
  return linesWithNames
    .sort((a, b) => (byName ? 0 : compare(a.channel, b.channel)) || compare(a.name, b.name))
    .map(({ line }) => line);
}

const ENOUGH_LINES = 30;
const MAX_MESSAGES = 5000;
const SMALLEST_PAGE = 100;
const LARGEST_PAGE = 1000;

/**
 * How many older messages to fetch next. If few topics are busy, many messages add few conversations, so pages
 * grow.
 */
export function nextPageSize(messages: number): number {
  return Math.min(Math.max(messages, SMALLEST_PAGE), LARGEST_PAGE);
}

/** Whether more messages are fetched automatically, to fill a screen with conversations. */
export function needsMore(lines: number, messages: number): boolean {
  return lines < ENOUGH_LINES && messages < MAX_MESSAGES;
}
