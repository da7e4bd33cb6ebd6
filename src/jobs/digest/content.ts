// What one person's digest tells: the liveliest topics of the channels that they follow, as far as they have not read them
// and may, and the new channels that they could join.

import { limits } from '../../api-contract/limits.ts';
import { mayReadChannel } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { byLength, byVariety } from '../../model/digest/busy-topics.ts';
import type { MessageHead } from '../../model/messages/row.ts';
import { isSubscribed } from '../../model/subscriptions/periods.ts';
import { VisibilityPolicy } from '../../model/user-topics/policy.ts';
import type { AccountAsker } from '../../queries/asker.ts';
import { standingInChannel } from '../../queries/channels/channel-relation.ts';
import { conversationFrom } from '../../stores/digest/recent-messages.ts';
import { readableHeads } from '../../stores/message-access/access.ts';
import { readMutedUsers } from '../../stores/muted-users/muted-user-store.ts';
import { readStatusOf } from '../../stores/read-state/status.ts';
import { personalSubscriptions } from '../../stores/subscriptions/subscription-store.ts';
import { userTopicsOf } from '../../stores/user-topics/user-topic-store.ts';
import type { Lately, NamedTopic } from './busy-topics.ts';

/** A topic as a digest shows it. */
export interface ShownTopic {
  readonly channel: Channel;
  readonly topic: string;
  /** The first that the person has not read, ascending, never empty. */
  readonly messages: readonly MessageHead[];
  /** Unread ones beyond. */
  readonly more: number;
  /** Who wrote them, the busiest first. */
  readonly senderIds: readonly number[];
}

/** What a digest tells. */
export interface DigestContent {
  readonly topics: readonly ShownTopic[];
  /** The newest first. */
  readonly channels: readonly Channel[];
  readonly moreChannels: number;
}

/** So many topics are looked at for each that is shown: others turn out to be read, or to be hidden. */
const LOOKS_PER_TOPIC = 5;

/** What there is to tell somebody; undefined where it is nothing. */
export async function digestFor(asker: AccountAsker, lately: Lately): Promise<DigestContent | undefined> {
  const topics = await topicsFor(asker, lately);
  const channels = newChannels(asker, lately);
  if (topics.length === 0 && channels.length === 0) return undefined;
  return {
    topics,
    channels: channels.slice(0, limits.digestNewChannels),
    moreChannels: Math.max(0, channels.length - limits.digestNewChannels),
  };
}

/** Half of them where the most people wrote, the others where the most was written. */
async function topicsFor(asker: AccountAsker, lately: Lately): Promise<ShownTopic[]> {
  const candidates = await candidatesFor(asker, lately);
  if (candidates.length === 0) return [];
  const mutedIds = new Set((await readMutedUsers(asker.reader, asker.account.id)).map(({ id }) => id));
  const shown: ShownTopic[] = [];
  const looked = new Set<number>();
  for (const [order, wanted] of [
    [byVariety, limits.digestTopics / 2],
    [byLength, limits.digestTopics],
  ] as const) {
    for (const busy of candidates.toSorted(order)) {
      if (shown.length >= wanted || looked.size >= wanted * LOOKS_PER_TOPIC) break;
      if (looked.has(busy.conversationId)) continue;
      looked.add(busy.conversationId);
      const topic = await shownTopic(asker, busy, lately, mutedIds);
      if (topic) shown.push(topic);
    }
  }
  return shown;
}

/** Topics of the channels that the person has followed all the while, but those that are muted. */
async function candidatesFor(asker: AccountAsker, lately: Lately): Promise<NamedTopic[]> {
  const { account, reader, state, subscriptions } = asker;
  const own = await personalSubscriptions(reader, account.id);
  const followed = [...lately.topics].filter(([channelId]) => {
    const period = subscriptions.get(channelId)?.at(-1);
    if (period?.to !== null || period.from > lately.firstSequence) return false;
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

/** A topic with what somebody has not read of it; undefined where that is nothing. */
async function shownTopic(
  asker: AccountAsker,
  busy: NamedTopic,
  { firstId }: Lately,
  mutedIds: ReadonlySet<number>,
): Promise<ShownTopic | undefined> {
  const { account, reader, state, subscriptions } = asker;
  const limit = limits.missedMessagesPerLook;
  const ids = await conversationFrom(reader, busy.conversationId, firstId, limit);
  const readable = await readableHeads(asker, ids);
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
  // Of a very long topic, all that was written counts, unless something of it is kept from the person.
  const isCut = ids.length === limit && unread.length === limit;
  return {
    channel,
    topic: first.topic_name,
    messages,
    more: (isCut ? Math.max(busy.messages, limit) : unread.length) - messages.length,
    senderIds: bySender.toSorted(([, one], [, other]) => other.length - one.length).map(([id]) => id),
  };
}

/** Channels that were made lately and that the person could join, the newest first. */
function newChannels(asker: AccountAsker, lately: Lately): Channel[] {
  return lately.channelIds.flatMap((id) => {
    const channel = asker.state.channel(id);
    if (!channel || channel.isArchived || isSubscribed(asker.subscriptions, id)) return [];
    return mayReadChannel(channel, standingInChannel(asker, channel)) ? [channel] : [];
  });
}
