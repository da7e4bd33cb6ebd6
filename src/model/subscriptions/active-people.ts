// Lists of subscribers for clients that keep them: whole ones, and for large channels those of the people who
// matter most, all bots and everybody who was active in the last two weeks.

import { sql } from 'kysely';
import { DAY, nowSeconds } from '../../contract/time.ts';
import { idsFrom } from '../../storage/id-column.ts';
import { gatheredIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';

/** Channels with fewer subscribers always get their whole list. */
const WHOLE_LIST_BELOW = 250;

const ACTIVE_SECONDS = 14 * DAY;

const all = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select((e) => [
      'subscription.channel_id',
      gatheredIds(engine, e.ref('subscription.account_id')).as('ids'),
    ])
    .where('subscription.channel_id', 'in', idsOf(engine, p.channels))
    .where('subscription.is_active', '=', 1)
    .where('account.is_active', '=', 1)
    .groupBy('subscription.channel_id'),
);
const active = preparedRead<{ channels: string; since: number }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select((e) => [
      'subscription.channel_id',
      gatheredIds(engine, e.ref('subscription.account_id')).as('ids'),
    ])
    .where('subscription.channel_id', 'in', idsOf(engine, p.channels))
    .where('subscription.is_active', '=', 1)
    .where('account.is_active', '=', 1)
    .where((e) =>
      e.or([
        e('account.bot_type', 'is not', null),
        e('account.date_joined', '>=', p.since),
        e('account.last_login_at', '>=', p.since),
        e.exists(
          e
            .selectFrom('presence')
            .select(sql<number>`1`.as('one'))
            .whereRef('presence.account_id', '=', 'account.id')
            .where((f) =>
              f.or([f('presence.active_at', '>=', p.since), f('presence.idle_at', '>=', p.since)]),
            ),
        ),
        e.exists(
          e
            .selectFrom('event_queue')
            .select(sql<number>`1`.as('one'))
            .whereRef('event_queue.account_id', '=', 'account.id')
            .where('event_queue.last_seen_at', '>=', p.since),
        ),
        e(
          e
            .selectFrom('message')
            .select('message.sent_at')
            .whereRef('message.sender_id', '=', 'account.id')
            .orderBy('message.id', 'desc')
            .limit(1),
          '>=',
          p.since,
        ),
      ]),
    )
    .groupBy('subscription.channel_id'),
);

export type SubscriberLists = ReadonlyMap<number, readonly number[]>;

function listsOf(
  rows: readonly { readonly channel_id: number; readonly ids: string }[],
): Map<number, number[]> {
  return new Map(rows.map((row) => [row.channel_id, idsFrom(row.ids).sort((a, b) => a - b)]));
}

/** Everybody who is subscribed to each of some channels. */
export async function allSubscribers(
  reader: Reader,
  channelIds: readonly number[],
): Promise<SubscriberLists> {
  if (channelIds.length === 0) return new Map();
  return listsOf(await all.all(reader, { channels: JSON.stringify(channelIds) }));
}

/** The bots and the people who were active lately among the subscribers of each of some channels. */
async function activeSubscribers(reader: Reader, channelIds: readonly number[]): Promise<SubscriberLists> {
  if (channelIds.length === 0) return new Map();
  const since = nowSeconds() - ACTIVE_SECONDS;
  return listsOf(await active.all(reader, { channels: JSON.stringify(channelIds), since }));
}

export interface ListedSubscribers {
  readonly subscribers?: readonly number[];
  readonly partial_subscribers?: readonly number[];
}

/** The fields with which channels say who is subscribed, as far as a client wants to know. */
export async function subscriberFields(
  reader: Reader,
  channels: readonly { readonly id: number; readonly subscriberCount: number }[],
  include: 'true' | 'false' | 'partial',
): Promise<(channelId: number) => ListedSubscribers> {
  if (include === 'false') return () => ({});
  const isWhole = (count: number) => include === 'true' || count < WHOLE_LIST_BELOW;
  const whole = channels.filter((channel) => isWhole(channel.subscriberCount)).map(({ id }) => id);
  const others = channels.filter((channel) => !isWhole(channel.subscriberCount)).map(({ id }) => id);
  const lists = await allSubscribers(reader, whole);
  const partial = await activeSubscribers(reader, others);
  const isPartial = new Set(others);
  return (id) =>
    isPartial.has(id) ? { partial_subscribers: partial.get(id) ?? [] } : { subscribers: lists.get(id) ?? [] };
}
