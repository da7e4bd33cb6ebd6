// Reads an organization's recent messages and finds the topics with the most activity. Messages from bots do
// not count.

import { limits } from '../../api-contract/limits.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { type BusyTopic, TopicCounts } from '../../model/digest/busy-topics.ts';
import type { QueryContext } from '../../queries/requester.ts';
import { messagesSentBefore, topicKeysOf } from '../../stores/digest/recent-messages.ts';

const ROWS_AT_ONCE = 2000;

/** A busy topic, with the key by which accounts mute it. */
export interface NamedTopic extends BusyTopic {
  readonly topicKey: string;
}

/** The recent activity, shared by all digests of a run. */
export interface RecentActivity {
  /** The busiest topics of each channel. */
  readonly topics: ReadonlyMap<number, readonly NamedTopic[]>;
  /** The oldest message that was read, and its log position; Infinity without messages. */
  readonly firstId: number;
  readonly firstSequence: number;
  /** Channels created in that time, newest first. */
  readonly channelIds: readonly number[];
}

/** Reads the activity since a time in seconds; if there are very many messages, only the newest. */
export async function readRecentActivity(
  { state, reader }: QueryContext,
  since: number,
): Promise<RecentActivity> {
  const counts = new TopicCounts();
  const yielder = new Yielder();
  let firstId = Number.POSITIVE_INFINITY;
  let firstSequence = Number.POSITIVE_INFINITY;
  let before = Number.MAX_SAFE_INTEGER;
  for (let remaining = limits.digestMessages; remaining > 0; await yielder.yieldIfDue()) {
    const limit = Math.min(remaining, ROWS_AT_ONCE);
    const rows = await messagesSentBefore(reader, before, limit);
    const recent = rows.filter((row) => row.sent_at >= since);
    for (const { id, sequence, channel_id, ...row } of recent) {
      firstId = id;
      firstSequence = sequence;
      if (channel_id !== null && state.account(row.sender_id)?.isBot === false)
        counts.add({ ...row, channel_id });
    }
    if (recent.length < limit) break;
    before = firstSequence;
    remaining -= limit;
  }
  const mostActive = counts.mostActive();
  const ids = [...mostActive.values()].flat().map(({ conversationId }) => conversationId);
  const keys = await topicKeysOf(reader, ids);
  const withTopicKey = (topic: BusyTopic) => {
    const topicKey = keys.get(topic.conversationId);
    return topicKey === undefined ? [] : [{ ...topic, topicKey }];
  };
  const topics = new Map(
    [...mostActive].map(([channelId, own]) => [channelId, own.flatMap(withTopicKey)] as const),
  );
  const channelIds = [...state.channels.values()]
    .filter(({ createdAt }) => createdAt >= since)
    .sort((one, other) => other.createdAt - one.createdAt || other.id - one.id)
    .map(({ id }) => id);
  return { topics, firstId, firstSequence, channelIds };
}
