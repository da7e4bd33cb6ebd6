// The rows of many accounts subscribing to channels and leaving them, in a few statements regardless of their
// number.

import { nextColor } from '../../model/subscriptions/channel-colors.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { newestMessageId } from '../conversations/newest-id.ts';

/** Rows per insert statement. */
const ROWS = 500;

const subscriptionRows = preparedRead<{ accounts: string; channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', 'in', idsOf(engine, p.accounts))
    .where('channel_id', 'in', idsOf(engine, p.channels)),
);
const colorsOf = preparedRead<{ accounts: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select(['account_id', 'color'])
    .where('account_id', 'in', idsOf(engine, p.accounts)),
);

/** A list in parts of at most `size`, in order. */
export function slices<T>(items: readonly T[], size = ROWS): T[][] {
  const result: T[][] = [];
  for (let at = 0; at < items.length; at += size) result.push(items.slice(at, at + size));
  return result;
}

/** The rows, active or not, of the given accounts for the given channels, by channel and then by account. */
export async function subscriptionsAmong(
  reader: Reader,
  accountIds: readonly number[],
  channelIds: readonly number[],
): Promise<Map<number, Map<number, SubscriptionRow>>> {
  const result = new Map(channelIds.map((id) => [id, new Map<number, SubscriptionRow>()]));
  const values = { accounts: JSON.stringify(accountIds), channels: JSON.stringify(channelIds) };
  for (const row of await subscriptionRows.all(reader, values))
    result.get(row.channel_id)?.set(row.account_id, row);
  return result;
}

/** Returns a function that picks colors in turn, preferring ones that an account does not use yet. */
async function colorChooser(
  reader: Reader,
  accountIds: readonly number[],
): Promise<(accountId: number) => string> {
  const colorsInUse = new Map<number, string[]>();
  for (const row of await colorsOf.all(reader, { accounts: JSON.stringify(accountIds) })) {
    const colors = colorsInUse.get(row.account_id);
    if (colors) colors.push(row.color);
    else colorsInUse.set(row.account_id, [row.color]);
  }
  return (accountId) => {
    const own = colorsInUse.get(accountId) ?? [];
    const color = nextColor(own);
    colorsInUse.set(accountId, [...own, color]);
    return color;
  };
}

export interface NewSubscription {
  readonly accountId: number;
  readonly channelId: number;
  readonly color?: string | undefined;
  readonly pushNotifications: boolean;
}

/** Inserts first subscriptions of accounts to channels. */
export async function insertSubscriptions(
  writer: Writer,
  newSubscriptions: readonly NewSubscription[],
): Promise<SubscriptionRow[]> {
  if (newSubscriptions.length === 0) return [];
  const colorFor = await colorChooser(writer, [
    ...new Set(newSubscriptions.map(({ accountId }) => accountId)),
  ]);
  const rows = newSubscriptions.map(({ accountId, channelId, color, pushNotifications }) => ({
    organization_id: writer.organizationId,
    account_id: accountId,
    channel_id: channelId,
    is_active: 1,
    color: color ?? colorFor(accountId),
    is_muted: 0,
    pin_to_top: 0,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: pushNotifications ? 1 : null,
    email_notifications: null,
    wildcard_mentions_notify: null,
    muted_until: null,
  }));
  for (const slice of slices(rows)) await writer.db.insertInto('subscription').values(slice).execute();
  return rows;
}

/** Ends the subscriptions of accounts to a channel; their settings stay for when they subscribe again. */
export async function endSubscriptions(
  writer: Writer,
  channelId: number,
  accountIds: readonly number[],
): Promise<void> {
  if (accountIds.length === 0) return;
  await writer.db
    .updateTable('subscription')
    .set({ is_active: 0 })
    .where('channel_id', '=', channelId)
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify(accountIds)))
    .execute();
}

/** Reactivates earlier subscriptions of accounts to channels. */
export async function reactivateAmong(
  writer: Writer,
  accountIds: readonly number[],
  channelIds: readonly number[],
): Promise<void> {
  await writer.db
    .updateTable('subscription')
    .set({ is_active: 1 })
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify(accountIds)))
    .where('channel_id', 'in', idsOf(writer.engine, JSON.stringify(channelIds)))
    .where('is_active', '=', 0)
    .execute();
}

/** Begins periods of subscription at a log position. */
export async function beginPeriods(
  writer: Writer,
  pairs: readonly { readonly accountId: number; readonly channelId: number }[],
  sequence: number,
): Promise<void> {
  const newest = await newestMessageId(writer);
  for (const slice of slices(pairs)) {
    await writer.db
      .insertInto('subscription_period')
      .values(
        slice.map(({ accountId, channelId }) => ({
          organization_id: writer.organizationId,
          account_id: accountId,
          channel_id: channelId,
          from_sequence: sequence,
          to_sequence: null,
          after_message_id: newest,
        })),
      )
      .execute();
  }
}

/** Ends the open periods of accounts in a channel at a log position. */
export async function endPeriods(
  writer: Writer,
  channelId: number,
  accountIds: readonly number[],
  sequence: number,
): Promise<void> {
  await writer.db
    .updateTable('subscription_period')
    .set({ to_sequence: sequence })
    .where('channel_id', '=', channelId)
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify(accountIds)))
    .where('to_sequence', 'is', null)
    .execute();
}
