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
import { mutedDirectKeys } from '../muted-direct-conversations/muted-direct-store.ts';
import { isTopicMuted, readMuting } from '../subscriptions/muting-store.ts';
import { newestUnread } from './newest-unread.ts';
import { personalViews } from './personal-flags.ts';

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

export interface UnreadMessages {
  /** Ascending. */
  readonly heads: readonly MessageHead[];
  readonly isMuted: IsMuted;
  /** The keys of muted direct conversations. */
  readonly mutedDirect: ReadonlySet<string>;
  /** Messages that mention the account, or everyone in a topic that is not muted. */
  readonly mentions: ReadonlySet<number>;
  /** Whether there are more than fit into a snapshot. */
  readonly isTruncated: boolean;
}

/** The newest unread messages of an account, as many as fit into a snapshot, with details for clients. */
export async function unreadMessages(
  reader: Reader,
  account: Account,
  subscriptions: SubscriptionPeriods,
): Promise<UnreadMessages> {
  const limit = limits.unreadMessagesInSnapshot;
  const found = await newestUnread(reader, account.id, limit + 1);
  const heads = found.length > limit ? found.slice(-limit) : found;
  return {
    ...(await withMentions(reader, account, subscriptions, heads)),
    isTruncated: found.length > limit,
  };
}

async function withMentions(
  reader: Reader,
  account: Account,
  subscriptions: SubscriptionPeriods,
  heads: readonly MessageHead[],
): Promise<Omit<UnreadMessages, 'isTruncated'>> {
  const [first] = heads;
  const hasDirect = heads.some(({ channel_id }) => channel_id === null);
  const [muting, mutedDirect, mentioned] = await Promise.all([
    readMuting(reader, account.id),
    hasDirect ? mutedDirectKeys(reader, account.id) : new Set<string>(),
    first ? mentionedFrom.all(reader, { account: account.id, from: first.id }) : [],
  ]);
  const isMuted: IsMuted = (channelId, topic) => isTopicMuted(muting, channelId, textKey(topic));
  const mentions = new Set<number>();
  const direct = new Set(mentioned.map((row) => row.message_id));
  const candidates = heads.filter(
    (head) => head.mentions_channel === 1 || head.has_mention_row === 1 || direct.has(head.id),
  );
  const views = await personalViews(reader, account, subscriptions, candidates);
  for (const head of candidates) {
    const flags = views.get(head.id)?.flags ?? [];
    const isCounted = head.channel_id === null || !isMuted(head.channel_id, head.topic_name);
    if (flags.includes('mentioned') || (isCounted && flags.includes('wildcard_mentioned')))
      mentions.add(head.id);
  }
  return { heads, isMuted, mutedDirect, mentions };
}

function addToGroup<K, T extends { readonly unread_message_ids: number[] }>(
  groups: Map<K, T>,
  key: K,
  id: number,
  make: () => T,
): void {
  const group = groups.get(key) ?? make();
  group.unread_message_ids.push(id);
  groups.set(key, group);
}

/** The other account of a conversation of two; the account itself for notes to self; undefined for groups. */
function otherOf(people: readonly number[], accountId: number): number | undefined {
  if (people.length > 2) return undefined;
  return people.find((id) => id !== accountId) ?? accountId;
}

/** The `unread_msgs` of a snapshot. */
export function unreadMessagesFields(
  unread: UnreadMessages,
  accountId: number,
  knowsEmptyTopic: boolean,
): Record<string, unknown> {
  type Group = { unread_message_ids: number[] };
  const pms = new Map<number, Group & { other_user_id: number; sender_id: number }>();
  const huddles = new Map<string, Group & { user_ids_string: string }>();
  const streams = new Map<number, Group & { topic: string; stream_id: number }>();
  let count = 0;
  for (const { id, channel_id, conversation_id, direct_key, topic_name } of unread.heads) {
    if (channel_id !== null) {
      if (!unread.isMuted(channel_id, topic_name)) count++;
      addToGroup(streams, conversation_id, id, () => ({
        topic: displayTopic(topic_name, knowsEmptyTopic),
        stream_id: channel_id,
        unread_message_ids: [],
      }));
      continue;
    }
    const key = direct_key ?? '';
    if (!unread.mutedDirect.has(key)) count++;
    const other = otherOf(peopleOf(key), accountId);
    if (other === undefined) {
      addToGroup(huddles, key, id, () => ({ user_ids_string: key, unread_message_ids: [] }));
    } else {
      addToGroup(pms, other, id, () => ({ other_user_id: other, sender_id: other, unread_message_ids: [] }));
    }
  }
  return {
    pms: [...pms.values()].sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams.values()].sort(byChannelAndTopic),
    huddles: [...huddles.values()].sort((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
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
  const { isMuted, mentions } = await withMentions(reader, account, subscriptions, heads);
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
