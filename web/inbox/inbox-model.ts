// The inbox: conversations with unread messages, and those that came back from later, newest first: filtered, and
// grouped by the reason why they are there, by channel, or by time. Conversations that are away are only in the filter
// for later.

import type { State } from '../../client/state/state.ts';
import { conversationKey } from '../store/conversation-key.ts';
import { laterConversations } from '../store/later-conversations.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import type { PeopleUnread, TopicUnread, UnreadCounts } from '../store/unread-counts.ts';
import type { InboxFilter, InboxGrouping } from './list-settings.ts';

/**
 * Why a conversation is in the inbox; the first reason that applies. Those that are `away` are not in the inbox yet.
 */
export type Reason = 'mentioned' | 'back' | 'direct' | 'followed' | 'unread' | 'away';

export interface InboxLine {
  readonly key: string;
  readonly conversation: Conversation;
  readonly reason: Reason;
  readonly count: number;
  /** The newest unread message; 0 if none is unread. */
  readonly newestId: number;
  /** For conversations that are away: until when, in seconds since 1970. */
  readonly until: number | undefined;
}

export interface InboxSection {
  /** The reason, `direct` or the id of a channel, or `time`. */
  readonly key: string;
  /** How many conversations there are. */
  readonly count: number;
  /** The newest conversations, up to the limit. */
  readonly lines: readonly InboxLine[];
}

export interface InboxContent {
  readonly sections: readonly InboxSection[];
  /** How many conversations each filter shows. */
  readonly counts: Readonly<Record<InboxFilter, number>>;
}

export interface InboxOptions {
  readonly filter: InboxFilter;
  readonly grouping: InboxGrouping;
  /** The number of lines to show of a section. */
  readonly limitOf?: (key: string) => number;
}

/** How many lines a section shows initially, so that an inbox of thousands opens as fast as one of ten. */
export const INITIAL_LINES = 50;

type Unread = TopicUnread | PeopleUnread;
const order: readonly string[] = ['mentioned', 'direct', 'followed', 'back', 'unread', 'away'];

const filters: Readonly<Record<InboxFilter, (reason: Reason) => boolean>> = {
  all: (reason) => reason !== 'away',
  mentioned: (reason) => reason === 'mentioned',
  direct: (reason) => reason === 'direct',
  followed: (reason) => reason === 'followed',
  later: (reason) => reason === 'back' || reason === 'away',
};

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

function unmutedPeople({ people }: UnreadCounts): PeopleUnread[] {
  return [...people.values()].filter(({ isMuted }) => !isMuted);
}

/** All conversations of the inbox, and those that are away, newest first. */
function allLines(state: State, counts: UnreadCounts): InboxLine[] {
  const policies = topicPolicies(state);
  const laterList = laterConversations(state, state.user_id ?? 0);
  const reasonOf = (unread: Unread, conversation: Conversation): Reason => {
    if (laterList.isAway(conversation)) return 'away';
    if ('topic' in unread && unread.isMentioned) return 'mentioned';
    if (laterList.get(conversation)) return 'back';
    if (!('topic' in unread)) return 'direct';
    return policies.isFollowed(unread.channelId, unread.topic) ? 'followed' : 'unread';
  };
  const lines = new Map<string, InboxLine>();
  for (const unread of [...unreadTopics(state, counts), ...unmutedPeople(counts)]) {
    const conversation = conversationOf(unread);
    const key = conversationKey(conversation);
    const { count, newestId } = unread;
    const reason = reasonOf(unread, conversation);
    const until = reason === 'away' ? laterList.get(conversation)?.until : undefined;
    lines.set(key, { key, conversation, reason, count, newestId, until });
  }
  for (const { conversation, until, returnedAt } of [...laterList.back, ...laterList.away]) {
    const key = conversationKey(conversation);
    if (lines.has(key)) continue;
    const isAway = returnedAt === null;
    const common = { key, conversation, count: 0, newestId: 0 };
    lines.set(key, { ...common, reason: isAway ? 'away' : 'back', until: isAway ? until : undefined });
  }
  return [...lines.values()].sort((a, b) => b.newestId - a.newestId);
}

function groupOf({ conversation, reason }: InboxLine, grouping: InboxGrouping): string {
  if (grouping === 'reason') return reason;
  if (grouping === 'time') return 'time';
  return conversation.kind === 'direct' ? 'direct' : String(conversation.channelId);
}

export function inboxContent(state: State, unread: UnreadCounts, options: InboxOptions): InboxContent {
  const { filter, grouping, limitOf = () => Number.POSITIVE_INFINITY } = options;
  const all = allLines(state, unread);
  const countOf = (name: InboxFilter) => all.filter(({ reason }) => filters[name](reason)).length;
  const shownLines = all.filter(({ reason }) => filters[filter](reason));
  const groups = [...Map.groupBy(shownLines, (line) => groupOf(line, grouping))];
  if (grouping === 'reason') groups.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return {
    sections: groups.map(([key, lines]) => ({
      key,
      count: lines.length,
      lines: lines.slice(0, limitOf(key)),
    })),
    counts: {
      all: countOf('all'),
      mentioned: countOf('mentioned'),
      direct: countOf('direct'),
      followed: countOf('followed'),
      later: countOf('later'),
    },
  };
}
