// The topics of a channel with their unread counts and settings.

import { topicKey } from '../../client/state/topics.ts';
import type { Topic } from '../store/channel-topics.ts';
import type { TopicPolicies } from '../store/topic-policies.ts';
import type { UnreadCounts } from '../store/unread-counts.ts';

export interface TopicLine {
  readonly key: string;
  readonly topic: string;
  readonly newestId: number;
  readonly count: number;
  readonly isMentioned: boolean;
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
  /** Whether the topic is pinned for everyone in the channel. */
  readonly isPinned: boolean;
}

/** In the given order, pinned ones first and muted ones last; `pinned` has the keys of topics. */
export function topicLines(
  channelId: number,
  topics: readonly Topic[],
  counts: UnreadCounts,
  policies: TopicPolicies,
  pinned: ReadonlySet<string>,
): TopicLine[] {
  const unread = counts.channels.get(channelId)?.topics;
  const lines = topics.map(({ name: topic, max_id: newestId }): TopicLine => {
    const key = topicKey(topic);
    const topicUnread = unread?.get(key);
    return {
      key,
      topic,
      newestId,
      count: topicUnread?.count ?? 0,
      isMentioned: topicUnread?.isMentioned ?? false,
      isMuted: policies.isMuted(channelId, topic),
      isFollowed: policies.isFollowed(channelId, topic),
      isPinned: pinned.has(key),
    };
  });
  const rank = ({ isPinned, isMuted }: TopicLine) => (isPinned ? 0 : 1 + Number(isMuted));
  return lines.sort((a, b) => rank(a) - rank(b));
}
