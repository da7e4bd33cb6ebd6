// The periods of an account's subscriptions in the database.

import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { DIRECT, overlap, type Period, type SubscriptionPeriods } from './periods.ts';

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

const everIn = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription_period')
    .select('account_id')
    .distinct()
    .where('channel_id', 'in', idsOf(engine, p.channels)),
);

/** The accounts that are or ever were subscribed to one of some channels. */
export async function accountsEverIn(
  reader: Reader,
  channelIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await everIn.all(reader, { channels: JSON.stringify(channelIds) });
  return new Set(rows.map((row) => row.account_id));
}

/** Whether an account was deactivated for a while, so that its subscriptions have gaps. */
export async function wasInactive(reader: Reader, accountId: number): Promise<boolean> {
  return (await activeTimesOf.all(reader, { account: accountId })).length > 1;
}
