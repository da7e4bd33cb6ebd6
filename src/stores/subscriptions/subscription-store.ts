// Subscriptions: who is subscribed to which channel, with personal settings. Their periods are in
// `period-store.ts`.

import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const subscriptionOf = preparedRead<{ account: number; channel: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('channel_id', '=', p.channel),
);
const subscribersOf = preparedRead<{ channel: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select('subscription.account_id')
    .where('subscription.channel_id', '=', p.channel)
    .where('subscription.is_active', '=', 1)
    .where('account.is_active', '=', 1)
    .orderBy('subscription.account_id'),
);

const subscribedOf = preparedRead<{ channel: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select('account_id')
    .where('channel_id', '=', p.channel)
    .where('is_active', '=', 1)
    .where('account_id', 'in', idsOf(engine, p.ids)),
);

/** An account's settings for a channel, including one it has left. */
export async function subscription(
  reader: Reader,
  accountId: number,
  channelId: number,
): Promise<SubscriptionRow | undefined> {
  return subscriptionOf.first(reader, { account: accountId, channel: channelId });
}

/** Changes an account's settings for a channel. */
export async function changeSubscription(
  writer: Writer,
  accountId: number,
  channelId: number,
  change: Partial<SubscriptionRow>,
): Promise<void> {
  await writer.db
    .updateTable('subscription')
    .set(change)
    .where('account_id', '=', accountId)
    .where('channel_id', '=', channelId)
    .execute();
}

const rowsOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('subscription').selectAll().where('account_id', '=', p.account),
);

/** An account's settings for all channels it is or was subscribed to, by channel. */
export async function personalSubscriptions(
  reader: Reader,
  accountId: number,
): Promise<Map<number, SubscriptionRow>> {
  const rows = await rowsOf.all(reader, { account: accountId });
  return new Map(rows.map((row) => [row.channel_id, row]));
}

/** Whether an account is subscribed to a channel now. */
export async function isSubscribedNow(
  reader: Reader,
  accountId: number,
  channelId: number,
): Promise<boolean> {
  const row = await subscription(reader, accountId, channelId);
  return row?.is_active === 1;
}

const subscribedTo = preparedRead<{ account: number; channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select('channel_id')
    .where('account_id', '=', p.account)
    .where('is_active', '=', 1)
    .where('channel_id', 'in', idsOf(engine, p.channels)),
);

/** The channels among `channelIds` that an account is subscribed to now. */
export async function subscribedAmong(
  reader: Reader,
  accountId: number,
  channelIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const values = { account: accountId, channels: JSON.stringify(channelIds) };
  return new Set((await subscribedTo.all(reader, values)).map((row) => row.channel_id));
}

/** The accounts among `ids` that are subscribed to a channel now. */
export async function subscribersAmong(
  reader: Reader,
  channelId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await subscribedOf.all(reader, { channel: channelId, ids: JSON.stringify(ids) });
  return new Set(rows.map((row) => row.account_id));
}

/** The active subscribers of a channel, ascending. Costs time per subscriber: not for hot paths. */
export async function subscriberIds(reader: Reader, channelId: number): Promise<number[]> {
  return (await subscribersOf.all(reader, { channel: channelId })).map((row) => row.account_id);
}

const subscribersFrom = preparedRead<{ channel: number; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .select('account_id')
    .where('channel_id', '=', p.channel)
    .where('is_active', '=', 1)
    .where('account_id', '>', p.after)
    .orderBy('account_id')
    .limit(p.limit),
);

/**
 * At most `limit` subscribers of a channel with ids above `after`, ascending; for iterating over large
 * channels.
 */
export async function subscribersAfter(
  reader: Reader,
  channelId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await subscribersFrom.all(reader, { channel: channelId, after, limit });
  return rows.map((row) => row.account_id);
}

const subscribersIn = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select(['subscription.channel_id', 'subscription.account_id'])
    .where('subscription.channel_id', 'in', idsOf(engine, p.channels))
    .where('subscription.is_active', '=', 1)
    .where('account.is_active', '=', 1)
    .orderBy('subscription.account_id'),
);

/** The active subscribers of several channels, by channel, ascending. */
export async function subscribersByChannel(
  reader: Reader,
  channelIds: readonly number[],
): Promise<Map<number, number[]>> {
  const result = new Map<number, number[]>(channelIds.map((id) => [id, []]));
  if (channelIds.length === 0) return result;
  const rows = await subscribersIn.all(reader, { channels: JSON.stringify(channelIds) });
  for (const row of rows) result.get(row.channel_id)?.push(row.account_id);
  return result;
}

const activeRowsOf = preparedRead<{ channel: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .selectAll('subscription')
    .where('subscription.channel_id', '=', p.channel)
    .where('subscription.is_active', '=', 1)
    .where('account.is_active', '=', 1)
    .orderBy('subscription.account_id'),
);

/**
 * The subscriptions of all active subscribers of a channel. Costs time per subscriber: only for rare changes
 * of the channel.
 */
export async function channelSubscriptions(reader: Reader, channelId: number): Promise<SubscriptionRow[]> {
  return activeRowsOf.all(reader, { channel: channelId });
}
