// The conversations of the newest messages, most recent first.

import { topicKey } from '../../client/state/topics.ts';
import type { Message } from '../store/message.ts';
import { type Conversation, conversationOf } from '../store/places.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';

export interface RecentLine {
  readonly key: string;
  readonly place: Conversation;
  readonly newest: Message;
  /** The senders, most recent first. */
  readonly senderIds: readonly number[];
  readonly count: number;
}

function conversationKey(place: Conversation): string {
  return place.kind === 'direct'
    ? `direct ${peopleKey(place.ids)}`
    : `${place.channelId} ${topicKey(place.topic)}`;
}

function unreadIn(place: Conversation, counts: UnreadCounts): number {
  if (place.kind === 'direct') return counts.people.get(peopleKey(place.ids))?.count ?? 0;
  return counts.channels.get(place.channelId)?.topics.get(topicKey(place.topic))?.count ?? 0;
}

/** @param messages in order */
export function recentLines(messages: readonly Message[], counts: UnreadCounts, ownId: number): RecentLine[] {
  const lines = new Map<string, RecentLine>();
  for (const message of messages.toReversed()) {
    const place = conversationOf(message, ownId);
    const key = conversationKey(place);
    const present = lines.get(key);
    if (!present) {
      const senderIds = [message.sender_id];
      lines.set(key, { key, place, newest: message, senderIds, count: unreadIn(place, counts) });
    } else if (!present.senderIds.includes(message.sender_id)) {
      lines.set(key, { ...present, senderIds: [...present.senderIds, message.sender_id] });
    }
  }
  return [...lines.values()];
}

const ENOUGH_LINES = 30;
const MOST_MESSAGES = 5000;
const SMALLEST_PAGE = 100;
const LARGEST_PAGE = 1000;

/**
 * How many older messages to fetch next. If few topics are busy, many messages add few conversations, so pages
 * grow.
 */
export function pageAfter(messages: number): number {
  return Math.min(Math.max(messages, SMALLEST_PAGE), LARGEST_PAGE);
}

/** Whether more messages are fetched automatically, to fill a screen with conversations. */
export function wantsMore(lines: number, messages: number): boolean {
  return lines < ENOUGH_LINES && messages < MOST_MESSAGES;
}
