// Counts unread messages by channel and topic, by direct conversation, and in total. Muted ones are counted
// separately.

import type { State } from '../../client/state/state.ts';
import { topicKey } from '../../client/state/topics.ts';
import { memoize } from './memoized.ts';
import { mutedDirect } from './muted-direct.ts';
import { type TopicPolicies, topicPolicies } from './topic-policies.ts';

export interface TopicUnread {
  readonly channelId: number;
  readonly topic: string;
  readonly count: number;
  readonly isMuted: boolean;
  readonly isMentioned: boolean;
  readonly newestId: number;
}

export interface ChannelUnread {
  /** Outside muted topics. */
  readonly count: number;
  readonly mutedCount: number;
  readonly isMentioned: boolean;
  /** The unread messages of each topic, by the key of its name. */
  readonly topics: ReadonlyMap<string, TopicUnread>;
}

export interface PeopleUnread {
  readonly isMuted: boolean;
  /** All participants except the viewer, sorted; the viewer for notes. */
  readonly ids: readonly number[];
  readonly count: number;
  readonly isMentioned: boolean;
  readonly newestId: number;
}

export interface UnreadCounts {
  /** Outside muted topics and direct conversations. */
  readonly total: number;
  readonly mentions: number;
  /** Outside muted ones. */
  readonly direct: number;
  readonly channels: ReadonlyMap<number, ChannelUnread>;
  /** The unread messages of each direct conversation, by the ids of its participants joined with commas. */
  readonly people: ReadonlyMap<string, PeopleUnread>;
}

/** The key of a direct conversation: its participants except the viewer. */
export function peopleKey(ids: readonly number[]): string {
  return [...ids].sort((a, b) => a - b).join(',');
}

const noChannels: ReadonlyMap<number, ChannelUnread> = new Map();
const noPeople: ReadonlyMap<string, PeopleUnread> = new Map();
const none: UnreadCounts = { total: 0, mentions: 0, direct: 0, channels: noChannels, people: noPeople };

function channelsOf(
  unread: NonNullable<State['unread_msgs']>,
  policies: TopicPolicies,
  mentions: ReadonlySet<number>,
): Map<number, ChannelUnread> {
  const channels = new Map<number, ChannelUnread & { readonly topics: Map<string, TopicUnread> }>();
  for (const { stream_id: channelId, topic, unread_message_ids: ids } of unread.streams) {
    const topicUnread: TopicUnread = {
      channelId,
      topic,
      count: ids.length,
      isMuted: policies.isMuted(channelId, topic),
      isMentioned: ids.some((id) => mentions.has(id)),
      newestId: ids.at(-1) ?? 0,
    };
    const channelUnread = channels.get(channelId) ?? {
      count: 0,
      mutedCount: 0,
      isMentioned: false,
      topics: new Map<string, TopicUnread>(),
    };
    channelUnread.topics.set(topicKey(topic), topicUnread);
    channels.set(channelId, {
      count: channelUnread.count + (topicUnread.isMuted ? 0 : topicUnread.count),
      mutedCount: channelUnread.mutedCount + (topicUnread.isMuted ? topicUnread.count : 0),
      isMentioned: channelUnread.isMentioned || topicUnread.isMentioned,
      topics: channelUnread.topics,
    });
  }
  return channels;
}

function peopleOf(
  { pms, huddles }: NonNullable<State['unread_msgs']>,
  ownId: number,
  mentions: ReadonlySet<number>,
  muted: ReturnType<typeof mutedDirect>,
): Map<string, PeopleUnread> {
  const groups = [
    ...pms.map((direct) => ({ ids: [direct.other_user_id], messages: direct.unread_message_ids })),
    ...huddles.map((group) => ({
      ids: group.user_ids_string.split(',').map(Number),
      messages: group.unread_message_ids,
    })),
  ];
  return new Map(
    groups.map(({ ids, messages }) => {
      const others = ids.length > 1 ? ids.filter((id) => id !== ownId) : ids;
      const key = peopleKey(others);
      const peopleUnread: PeopleUnread = {
        ids: others,
        isMuted: muted.has(key),
        count: messages.length,
        isMentioned: messages.some((id) => mentions.has(id)),
        newestId: messages.at(-1) ?? 0,
      };
      return [key, peopleUnread];
    }),
  );
}

function countUnread(
  unread: State['unread_msgs'],
  policies: TopicPolicies,
  muted: ReturnType<typeof mutedDirect>,
  ownId: number,
): UnreadCounts {
  if (!unread) return none;
  const mentions = new Set(unread.mentions);
  const channels = channelsOf(unread, policies, mentions);
  const people = peopleOf(unread, ownId, mentions, muted);
  const direct = [...people.values()].reduce((sum, { count, isMuted }) => sum + (isMuted ? 0 : count), 0);
  const inChannels = [...channels.values()].reduce((sum, { count }) => sum + count, 0);
  return { total: direct + inChannels, mentions: mentions.size, direct, channels, people };
}

const memoizedCounts = memoize(countUnread);

/** The counts of a state; the same object while they are unchanged. */
export function unreadCounts(state: State): UnreadCounts {
  return memoizedCounts(state.unread_msgs, topicPolicies(state), mutedDirect(state), state.user_id ?? 0);
}
