// Periods of an account's subscriptions.

import { sql } from 'kysely';
import {
  DIRECT_MESSAGES,
  intersectPeriods,
  type SubscriptionPeriod,
  type SubscriptionPeriods,
} from '../../model/subscriptions/subscription-periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

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

const periodsAround = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription_period')
    .select(['channel_id', 'from_sequence', 'to_sequence'])
    .where('account_id', '=', p.account)
    .where('channel_id', 'in', (e) =>
      e
        .selectFrom('message')
        .select((m) => m.fn.coalesce('message.channel_id', sql.lit(DIRECT_MESSAGES)).as('channel_id'))
        .where('message.id', 'in', idsOf(engine, p.ids))
        .union(
          e
            .selectFrom('message_arrival')
            .select('message_arrival.channel_id')
            .where('message_arrival.message_id', 'in', idsOf(engine, p.ids)),
        ),
    )
    .orderBy('from_sequence'),
);

/** All periods of an account, by channel, in order. */
export async function subscriptionPeriods(reader: Reader, accountId: number): Promise<SubscriptionPeriods> {
  const parameters = { account: accountId };
  const [periods, active] = await Promise.all([
    periodsOf.all(reader, parameters),
    activeTimesOf.all(reader, parameters),
  ]);
  return periodsWithin(active, periods);
}

/**
 * The periods of only those channels in which the given messages are or once were: enough to decide about these
 * messages, however many channels the account is subscribed to.
 */
export async function periodsAroundMessages(
  reader: Reader,
  accountId: number,
  messageIds: readonly number[],
): Promise<SubscriptionPeriods> {
  const ids = JSON.stringify(messageIds);
  const [periods, active] = await Promise.all([
    periodsAround.all(reader, { account: accountId, ids }),
    activeTimesOf.all(reader, { account: accountId }),
  ]);
  return periodsWithin(active, periods);
}

interface TimeRow {
  readonly from_sequence: number;
  readonly to_sequence: number | null;
}

interface PeriodRow extends TimeRow {
  readonly channel_id: number;
}

const periodOf = (row: TimeRow): SubscriptionPeriod => ({ from: row.from_sequence, to: row.to_sequence });

/** The subscription periods by channel, without the times in which the account was deactivated. */
function periodsWithin(activeTimes: readonly TimeRow[], rows: readonly PeriodRow[]): SubscriptionPeriods {
  const result = new Map<number, SubscriptionPeriod[]>();
  for (const row of rows) {
    const periodsOfChannel = result.get(row.channel_id);
    if (periodsOfChannel) periodsOfChannel.push(periodOf(row));
    else result.set(row.channel_id, [periodOf(row)]);
  }
  if (activeTimes.length < 2) return result;
  const active = activeTimes.map(periodOf);
  for (const [channelId, periods] of result) result.set(channelId, intersectPeriods(periods, active));
  result.set(DIRECT_MESSAGES, active);
  return result;
}

const everIn = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription_period')
    .select('account_id')
    .distinct()
    .where('channel_id', 'in', idsOf(engine, p.channels)),
);

/** The accounts that are or ever were subscribed to any of the given channels. */
export async function everSubscribedAccounts(
  reader: Reader,
  channelIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await everIn.all(reader, { channels: JSON.stringify(channelIds) });
  return new Set(rows.map((row) => row.account_id));
}

/** Whether an account was deactivated for a while, so that its subscriptions have gaps. */
export async function wasEverInactive(reader: Reader, accountId: number): Promise<boolean> {
  return (await activeTimesOf.all(reader, { account: accountId })).length > 1;
}
