// Details of unread messages for clients: their conversations, whether they count, and whether they mention the
// account. Used for the snapshot and for the event of messages that become unread.

import { sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { UnreadDetail } from '../../model/messages/message-event-schema.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import { messageHeads } from '../messages/message-store.ts';
import { mutedDirectKeys } from '../muted-direct-conversations/muted-direct-store.ts';
import { isTopicMuted, readMuting } from '../subscriptions/muting-store.ts';
import { newestUnread } from './newest-unread.ts';
import { personalViews } from './personal-flags.ts';
import type { NewestUnread } from './unread-collection.ts';

const mentionedFrom = preparedRead<{ account: number; from: number }>()((db, p) =>
  db
    .selectFrom('personal_message')
    .select('message_id')
    .where('account_id', '=', p.account)
    .where(sql<boolean>`(flags & 4) <> 0`)
    .where('message_id', '>=', p.from),
);

/** Whether a topic is muted for the account. */
type IsMuted = (channelId: number, topic: string) => boolean;

export interface UnreadMessages extends Pick<NewestUnread, 'conversations' | 'isTruncated'> {
  readonly isMuted: IsMuted;
  /** The keys of muted direct conversations. */
  readonly mutedDirect: ReadonlySet<string>;
  /** Messages that mention the account, or everyone in a topic that is not muted. */
  readonly mentions: ReadonlySet<number>;
}

/** The newest unread messages of an account, as many as fit into a snapshot, with details for clients. */
export async function unreadMessages(
  reader: Reader,
  account: Account,
  subscriptions: SubscriptionPeriods,
): Promise<UnreadMessages> {
  const limit = limits.unreadMessagesInSnapshot;
  const [newest, isMuted, mutedDirect] = await Promise.all([
    newestUnread(reader, account.id, limit),
    topicMuting(reader, account.id),
    mutedDirectKeys(reader, account.id),
  ]);
  const { conversations, isTruncated, oldestId, mentioning } = newest;
  const mentioned =
    oldestId === undefined ? [] : await mentionedFrom.all(reader, { account: account.id, from: oldestId });
  const candidates = new Set([...mentioning, ...mentioned.map((row) => row.message_id)]);
  const heads = candidates.size > 0 ? await messageHeads(reader, unreadOf(conversations, candidates)) : [];
  const mentions = await mentionsAmong(reader, account, subscriptions, { heads, isMuted });
  return { conversations, isTruncated, isMuted, mutedDirect, mentions };
}

/** Those of the candidates that are unread. */
function unreadOf(conversations: NewestUnread['conversations'], candidates: ReadonlySet<number>): number[] {
  return conversations.flatMap(({ messageIds }) => messageIds.filter((id) => candidates.has(id)));
}

async function topicMuting(reader: Reader, accountId: number): Promise<IsMuted> {
  const muting = await readMuting(reader, accountId);
  return (channelId, topic) => isTopicMuted(muting, channelId, textKey(topic));
}

/** The ids of those messages that mention the account, or everyone in a topic that is not muted. */
async function mentionsAmong(
  reader: Reader,
  account: Account,
  subscriptions: SubscriptionPeriods,
  { heads, isMuted }: { readonly heads: readonly MessageHead[]; readonly isMuted: IsMuted },
): Promise<Set<number>> {
  const views = await personalViews(reader, account, subscriptions, heads);
  const mentions = new Set<number>();
  for (const head of heads) {
    const flags = views.get(head.id)?.flags ?? [];
    const isCounted = head.channel_id === null || !isMuted(head.channel_id, head.topic_name);
    if (flags.includes('mentioned') || (isCounted && flags.includes('wildcard_mentioned')))
      mentions.add(head.id);
  }
  return mentions;
}

/** The other account of a conversation of two; the account itself for notes to self; undefined for groups. */
function otherOf(people: readonly number[], accountId: number): number | undefined {
  if (people.length > 2) return undefined;
  return people.find((id) => id !== accountId) ?? accountId;
}

interface Group {
  readonly unread_message_ids: readonly number[];
}

/** The `unread_msgs` of a snapshot. */
export function unreadMessagesFields(
  unread: UnreadMessages,
  accountId: number,
  knowsEmptyTopic: boolean,
): Record<string, unknown> {
  const pms: (Group & { other_user_id: number; sender_id: number })[] = [];
  const huddles: (Group & { user_ids_string: string })[] = [];
  const streams: (Group & { topic: string; stream_id: number })[] = [];
  let count = 0;
  for (const { channelId, directKey, topic, messageIds: unread_message_ids } of unread.conversations) {
    if (channelId !== null) {
      if (!unread.isMuted(channelId, topic)) count += unread_message_ids.length;
      streams.push({ topic: displayTopic(topic, knowsEmptyTopic), stream_id: channelId, unread_message_ids });
      continue;
    }
    const key = directKey ?? '';
    if (!unread.mutedDirect.has(key)) count += unread_message_ids.length;
    const other = otherOf(peopleOf(key), accountId);
    if (other === undefined) huddles.push({ user_ids_string: key, unread_message_ids });
    else pms.push({ other_user_id: other, sender_id: other, unread_message_ids });
  }
  return {
    pms: pms.sort((a, b) => a.other_user_id - b.other_user_id),
    streams: streams.sort(byChannelAndTopic),
    huddles: huddles.sort((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
    mentions: [...unread.mentions].sort((a, b) => a - b),
    count,
    old_unreads_missing: unread.isTruncated,
  };
}

function byChannelAndTopic(
  a: { readonly stream_id: number; readonly topic: string },
  b: { readonly stream_id: number; readonly topic: string },
): number {
  if (a.stream_id !== b.stream_id) return a.stream_id - b.stream_id;
  return a.topic.toLowerCase() < b.topic.toLowerCase() ? -1 : 1;
}

/**
 * The `message_details` of messages that became unread, by id. Topics are in the form for clients that know
 * the empty topic.
 */
export async function unreadDetails(
  reader: Reader,
  account: Account,
  subscriptions: SubscriptionPeriods,
  heads: readonly MessageHead[],
): Promise<Map<number, UnreadDetail>> {
  const [first] = heads;
  const [isMuted, mentioned] = await Promise.all([
    topicMuting(reader, account.id),
    first ? mentionedFrom.all(reader, { account: account.id, from: first.id }) : [],
  ]);
  const direct = new Set(mentioned.map((row) => row.message_id));
  const candidates = heads.filter(
    (head) => head.mentions_channel === 1 || head.has_mention_row === 1 || direct.has(head.id),
  );
  const mentions = await mentionsAmong(reader, account, subscriptions, { heads: candidates, isMuted });
  return new Map(
    heads.map((head) => [
      head.id,
      {
        ...(head.channel_id === null
          ? { type: 'private', user_ids: peopleOf(head.direct_key ?? '').filter((id) => id !== account.id) }
          : {
              type: 'stream',
              stream_id: head.channel_id,
              topic: head.topic_name,
              unmuted_stream_msg: !isMuted(head.channel_id, head.topic_name),
            }),
        ...(mentions.has(head.id) && { mentioned: true }),
      },
    ]),
  );
}
