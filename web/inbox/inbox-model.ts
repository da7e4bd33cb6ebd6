// The inbox: conversations with unread messages, grouped by the reason why they are there, newest first.

import type { State } from '../../client/state/state.ts';
import { conversationKey } from '../store/conversation-key.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import type { PeopleUnread, TopicUnread, UnreadCounts } from '../store/unread-counts.ts';

/** Why a conversation is in the inbox; the first that applies. */
export type Reason = 'mentioned' | 'direct' | 'followed' | 'unread';

export interface InboxLine {
  readonly key: string;
  readonly conversation: Conversation;
  readonly reason: Reason;
  readonly count: number;
  /** The newest unread message. */
  readonly newestId: number;
}

export interface InboxSection {
  readonly reason: Reason;
  /** How many conversations there are. */
  readonly count: number;
  /** The newest conversations, up to the limit. */
  readonly lines: readonly InboxLine[];
}

/** The number of lines to show of a section. */
export type LineLimit = (reason: Reason) => number;

/** How many lines a section shows initially, so that an inbox of thousands opens as fast as one of ten. */
export const INITIAL_LINES = 50;

type Unread = TopicUnread | PeopleUnread;
const reasons: readonly Reason[] = ['mentioned', 'direct', 'followed', 'unread'];

function conversationOf(unread: Unread): Conversation {
  return 'topic' in unread
    ? { kind: 'topic', channelId: unread.channelId, topic: unread.topic }
    : { kind: 'direct', ids: unread.ids };
}

/** The unread topics of subscribed channels, without muted ones. */
function unreadTopics(state: State, counts: UnreadCounts): TopicUnread[] {
  return (state.subscriptions ?? [])
    .flatMap(({ stream_id }) => [...(counts.channels.get(stream_id)?.topics.values() ?? [])])
    .filter(({ isMuted }) => !isMuted);
}

export function inboxSections(
  state: State,
  counts: UnreadCounts,
  limitOf: LineLimit = () => Number.POSITIVE_INFINITY,
): InboxSection[] {
  const policies = topicPolicies(state);
  const reasonOf = (unread: Unread): Reason => {
    if (!('topic' in unread)) return 'direct';
    if (unread.isMentioned) return 'mentioned';
    return policies.isFollowed(unread.channelId, unread.topic) ? 'followed' : 'unread';
  };
  const all = Map.groupBy([...unreadTopics(state, counts), ...counts.people.values()], reasonOf);
  return reasons.flatMap((reason) => {
    const unread = (all.get(reason) ?? []).sort((a, b) => b.newestId - a.newestId);
    if (unread.length === 0) return [];
    const lines = unread.slice(0, limitOf(reason)).map((one): InboxLine => {
      const conversation = conversationOf(one);
      const key = conversationKey(conversation);
      return { key, conversation, reason, count: one.count, newestId: one.newestId };
    });
    return [{ reason, count: unread.length, lines }];
  });
}
