// The content of an account's digest: the busiest topics of its subscribed channels, with messages that it may
// read and has not read, and new channels that it could join.

import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { mayReadChannel } from '../../model/channels/channel-access.ts';
import { byMessages, bySenders } from '../../model/digest/busy-topics.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { isSubscribed } from '../../model/subscriptions/subscription-periods.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { channelRelation } from '../../queries/channels/channel-relation.ts';
import type { AccountRequester } from '../../queries/requester.ts';
import { conversationMessageIds } from '../../stores/digest/recent-messages.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { readMutedUsers } from '../../stores/muted-users/muted-user-store.ts';
import { readStatusOf } from '../../stores/read-state/read-status.ts';
import { personalSubscriptions } from '../../stores/subscriptions/subscription-store.ts';
import { userTopicsOf } from '../../stores/user-topics/user-topic-store.ts';
import type { NamedTopic, RecentActivity } from './busy-topics.ts';

/** A topic in a digest. */
export interface ShownTopic {
  readonly channel: Channel;
  readonly topic: string;
  /** The account's first unread messages, ascending, never empty. */
  readonly messages: readonly MessageHead[];
  /** The number of further unread messages. */
  readonly more: number;
  /** The senders, most active first. */
  readonly senderIds: readonly number[];
}

export interface DigestContent {
  readonly topics: readonly ShownTopic[];
  /** Newest first. */
  readonly channels: readonly Channel[];
  readonly moreChannels: number;
}

/** The number of candidates checked for each topic shown: others turn out to be read or hidden. */
const CHECKS_PER_TOPIC = 5;

/** The digest of an account; undefined if it would be empty. */
export async function digestFor(
  requester: AccountRequester,
  activity: RecentActivity,
): Promise<DigestContent | undefined> {
  const topics = await topicsFor(requester, activity);
  const channels = newChannels(requester, activity);
  if (topics.length === 0 && channels.length === 0) return undefined;
  return {
    topics,
    channels: channels.slice(0, limits.digestNewChannels),
    moreChannels: Math.max(0, channels.length - limits.digestNewChannels),
  };
}

/** Half of them are the topics with the most senders, the others those with the most messages. */
async function topicsFor(requester: AccountRequester, activity: RecentActivity): Promise<ShownTopic[]> {
  const candidates = await candidatesFor(requester, activity);
  if (candidates.length === 0) return [];
  const mutedIds = new Set(
    (await readMutedUsers(requester.reader, requester.account.id)).map(({ id }) => id),
  );
  const shownTopics: ShownTopic[] = [];
  const checked = new Set<number>();
  for (const [order, maximum] of [
    [bySenders, limits.digestTopics / 2],
    [byMessages, limits.digestTopics],
  ] as const) {
    for (const busy of candidates.toSorted(order)) {
      if (shownTopics.length >= maximum || checked.size >= maximum * CHECKS_PER_TOPIC) break;
      if (checked.has(busy.conversationId)) continue;
      checked.add(busy.conversationId);
      const topic = await shownTopic(requester, busy, activity, mutedIds);
      if (topic) shownTopics.push(topic);
    }
  }
  return shownTopics;
}

/** Topics of channels that the account was subscribed to all the time, without muted ones. */
async function candidatesFor(requester: AccountRequester, activity: RecentActivity): Promise<NamedTopic[]> {
  const { account, reader, state, subscriptions } = requester;
  const own = await personalSubscriptions(reader, account.id);
  const followed = [...activity.topics].filter(([channelId]) => {
    const period = subscriptions.get(channelId)?.at(-1);
    if (period?.to !== null || period.from > activity.firstSequence) return false;
    return own.get(channelId)?.is_active === 1 && state.channel(channelId)?.isArchived === false;
  });
  if (followed.length === 0) return [];
  const policies = new Map<string, number>();
  for (const row of await userTopicsOf(reader, account.id))
    policies.set(`${row.channel_id} ${row.topic_key}`, row.visibility_policy);
  const isMuted = (channelId: number, key: string) => {
    const policy = policies.get(`${channelId} ${key}`) ?? VisibilityPolicy.inherit;
    if (policy === VisibilityPolicy.inherit) return own.get(channelId)?.is_muted === 1;
    return policy === VisibilityPolicy.muted;
  };
  return followed.flatMap(([channelId, topics]) =>
    topics.filter(({ topicKey }) => !isMuted(channelId, topicKey)),
  );
}

/** A topic with its unread messages; undefined without any. */
async function shownTopic(
  requester: AccountRequester,
  busy: NamedTopic,
  { firstId }: RecentActivity,
  mutedIds: ReadonlySet<number>,
): Promise<ShownTopic | undefined> {
  const { account, reader, state, subscriptions } = requester;
  const limit = limits.missedMessagesPerBatch;
  const ids = await conversationMessageIds(reader, busy.conversationId, firstId, limit);
  const readable = await readableHeads(requester, ids);
  const statuses = await readStatusOf(reader, account.id, subscriptions, readable);
  const unread = readable.filter(({ id, sender_id, channel_id }) => {
    if (channel_id !== busy.channelId || mutedIds.has(sender_id)) return false;
    return state.account(sender_id)?.isBot === false && statuses.get(id)?.isRead !== true;
  });
  const [first] = unread;
  const channel = state.channel(busy.channelId);
  if (!first || !channel) return undefined;
  const bySender = [...Map.groupBy(unread, ({ sender_id }) => sender_id)];
  const messages = unread.slice(0, limits.digestMessagesPerTopic);
  // All messages of a very long topic count, unless some are hidden from the account.
  const isCut = ids.length === limit && unread.length === limit;
  return {
    channel,
    topic: first.topic_name,
    messages,
    more: (isCut ? Math.max(busy.messages, limit) : unread.length) - messages.length,
    senderIds: bySender.toSorted(([, one], [, other]) => other.length - one.length).map(([id]) => id),
  };
}

/** Recently created channels that the account could join, newest first. */
function newChannels(requester: AccountRequester, activity: RecentActivity): Channel[] {
  return activity.channelIds.flatMap((id) => {
    const channel = requester.state.channel(id);
    if (!channel || channel.isArchived || isSubscribed(requester.subscriptions, id)) return [];
    return mayReadChannel(channel, channelRelation(requester, channel)) ? [channel] : [];
  });
}
