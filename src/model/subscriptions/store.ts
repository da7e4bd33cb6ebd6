// Subscriptions in the database: the personal settings for a channel, and the periods of being subscribed.

import type { Selectable } from 'kysely';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import type { Reader } from '../../storage/session.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

/** Subscribed from one place in the log (inclusive) to another (exclusive; null: still). */
export interface Period {
  readonly from: number;
  readonly to: number | null;
}

/** The periods of one account, by channel; without the times at which the account was not active. */
export type SubscriptionPeriods = ReadonlyMap<number, readonly Period[]>;

/**
 * Stands among the channels for direct messages: the periods in which the account was active. Missing for
 * accounts that always were.
 */
export const DIRECT = 0;

/** Whether any of the periods covers a place in the log. */
export function covers(periods: readonly Period[] | undefined, sequence: number): boolean {
  if (!periods) return false;
  for (const { from, to } of periods) if (from <= sequence && (to === null || sequence < to)) return true;
  return false;
}

/** Whether any of the periods covers some place from one to another (both inclusive). */
export function overlaps(periods: readonly Period[] | undefined, first: number, last: number): boolean {
  return periods?.some(({ from, to }) => from <= last && (to === null || first < to)) ?? false;
}

/** Whether an account is subscribed now. */
export function isSubscribed(periods: SubscriptionPeriods, channelId: number): boolean {
  return periods.get(channelId)?.at(-1)?.to === null;
}

const periodsOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('subscription_period')
    .select(['channel_id', 'from_sequence', 'to_sequence'])
    .where('account_id', '=', p.account)
    .orderBy('from_sequence'),
);
const activeTimesOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('account_period')
    .select(['from_sequence', 'to_sequence'])
    .where('account_id', '=', p.account)
    .orderBy('from_sequence'),
);
const one = preparedRead<{ account: number; channel: number }>()((db, p) =>
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

/** All periods of an account, by channel, in order. */
export async function subscriptionPeriods(reader: Reader, accountId: number): Promise<SubscriptionPeriods> {
  const result = new Map<number, Period[]>();
  for (const row of await periodsOf.all(reader, { account: accountId })) {
    const period = { from: row.from_sequence, to: row.to_sequence };
    const present = result.get(row.channel_id);
    if (present) present.push(period);
    else result.set(row.channel_id, [period]);
  }
  const active = (await activeTimesOf.all(reader, { account: accountId })).map((row) => ({
    from: row.from_sequence,
    to: row.to_sequence,
  }));
  if (active.length < 2) return result;
  for (const [channelId, periods] of result) result.set(channelId, overlap(periods, active));
  result.set(DIRECT, active);
  return result;
}

/** Whether an account was deactivated for a while, so that its subscriptions have gaps. */
export async function wasInactive(reader: Reader, accountId: number): Promise<boolean> {
  return (await activeTimesOf.all(reader, { account: accountId })).length > 1;
}

/** The parts that two lists of periods, each in order, have in common. */
export function overlap(some: readonly Period[], others: readonly Period[]): Period[] {
  const result: Period[] = [];
  for (const a of some) {
    for (const b of others) {
      const from = Math.max(a.from, b.from);
      const to = a.to === null ? b.to : b.to === null ? a.to : Math.min(a.to, b.to);
      if (to === null || from < to) result.push({ from, to });
    }
  }
  return result;
}

/** An account's settings for a channel, also of one it has left. */
export async function subscription(
  reader: Reader,
  accountId: number,
  channelId: number,
): Promise<SubscriptionRow | undefined> {
  return one.first(reader, { account: accountId, channel: channelId });
}

const rowsOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('subscription').selectAll().where('account_id', '=', p.account),
);

/** An account's settings for all channels that it is or was subscribed to, by channel. */
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

/** Those of some accounts that are subscribed to a channel now. */
export async function subscribersAmong(
  reader: Reader,
  channelId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await subscribedOf.all(reader, { channel: channelId, ids: JSON.stringify(ids) });
  return new Set(rows.map((row) => row.account_id));
}

/** The active accounts that are subscribed to a channel, ascending. A cost per subscriber: not for hot paths. */
export async function subscriberIds(reader: Reader, channelId: number): Promise<number[]> {
  return (await subscribersOf.all(reader, { channel: channelId })).map((row) => row.account_id);
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

/** The subscriptions of everybody in a channel. A cost per subscriber: for rare changes of the channel only. */
export async function channelSubscriptions(reader: Reader, channelId: number): Promise<SubscriptionRow[]> {
  return activeRowsOf.all(reader, { channel: channelId });
}
