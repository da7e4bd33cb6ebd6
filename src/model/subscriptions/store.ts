// Subscriptions in the database: the personal settings for a channel, and the periods of being subscribed.

import type { Selectable } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import type { Reader } from '../../storage/session.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

/** Subscribed from one place in the log (inclusive) to another (exclusive; null: still). */
export interface Period {
  readonly from: number;
  readonly to: number | null;
}

/** The periods of one account, by channel. */
export type SubscriptionPeriods = ReadonlyMap<number, readonly Period[]>;

/** Whether any of the periods covers a place in the log. */
export function covers(periods: readonly Period[] | undefined, sequence: number): boolean {
  if (!periods) return false;
  for (const { from, to } of periods) if (from <= sequence && (to === null || sequence < to)) return true;
  return false;
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
const one = preparedRead<{ account: number; channel: number }>()((db, p) =>
  db.selectFrom('subscription').selectAll().where('account_id', '=', p.account).where('channel_id', '=', p.channel),
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

/** All periods of an account, by channel, in order. */
export async function subscriptionPeriods(reader: Reader, accountId: number): Promise<SubscriptionPeriods> {
  const result = new Map<number, Period[]>();
  for (const row of await periodsOf.all(reader, { account: accountId })) {
    const period = { from: row.from_sequence, to: row.to_sequence };
    const present = result.get(row.channel_id);
    if (present) present.push(period);
    else result.set(row.channel_id, [period]);
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

/** Whether an account is subscribed to a channel now. */
export async function isSubscribedNow(reader: Reader, accountId: number, channelId: number): Promise<boolean> {
  const row = await subscription(reader, accountId, channelId);
  return row?.is_active === 1;
}

/** The active accounts that are subscribed to a channel, ascending. A cost per subscriber: not for hot paths. */
export async function subscriberIds(reader: Reader, channelId: number): Promise<number[]> {
  return (await subscribersOf.all(reader, { channel: channelId })).map((row) => row.account_id);
}
