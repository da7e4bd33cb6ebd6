// Event subscriptions. A server leases one before it posts (`lease`), so that only one of several servers
// does. Its later writes take effect only if no one has leased or changed the subscription since.

import type { Insertable } from 'kysely';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { EventSubscriptionRow, OffReason } from '../../model/event-subscriptions/event-subscription.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';
import { openColumn, sealColumn } from '../sealed-column.ts';

/** The given columns of a new subscription; the others have fixed initial values. */
export type NewSubscription = Pick<
  Insertable<Schema['event_subscription']>,
  'account_id' | 'address' | 'options' | 'position'
> & { readonly secret: string };

/** The columns of a subscription that has not failed and is not leased. */
export const idleState = { attempts: 0, failing_since: null, due_at: 0, leased_until: 0 } as const;

/** Stores a new subscription and returns its id. */
export async function insertSubscription(
  writer: Writer,
  keyring: Keyring,
  { secret, ...fields }: NewSubscription,
): Promise<number> {
  const row = await writer.db
    .insertInto('event_subscription')
    .values({
      ...fields,
      ...idleState,
      organization_id: writer.organizationId,
      secret: sealColumn(keyring, 'event-secret', secret),
      is_active: 1,
      off_reason: null,
      lease: 0,
      created_at: writer.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The secret that signs deliveries of a subscription. */
export function secretOf(keyring: Keyring, row: Pick<EventSubscriptionRow, 'secret'>): string {
  return openColumn(keyring, 'event-secret', row.secret);
}

/** The subscriptions of a bot, oldest first. */
export function subscriptionsOf(reader: Reader, accountId: number): Promise<EventSubscriptionRow[]> {
  return reader.db
    .selectFrom('event_subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('organization_id', '=', reader.organizationId)
    .orderBy('id')
    .execute();
}

/** One subscription of a bot; undefined if it has none with that id. */
export function subscriptionOf(
  reader: Reader,
  accountId: number,
  id: number,
): Promise<EventSubscriptionRow | undefined> {
  return reader.db
    .selectFrom('event_subscription')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('organization_id', '=', reader.organizationId)
    .executeTakeFirst();
}

export type SubscriptionChange = Partial<
  Pick<EventSubscriptionRow, 'address' | 'secret' | 'options' | 'is_active' | 'off_reason' | 'position'>
>;

/** Changes a subscription, resets its failures, and invalidates the work a server has begun with it. */
export async function changeSubscription(
  writer: Writer,
  id: number,
  change: SubscriptionChange,
): Promise<void> {
  await writer.db
    .updateTable('event_subscription')
    .set((e) => ({ ...change, ...idleState, lease: e('lease', '+', 1) }))
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Removes a subscription and the log of its deliveries. */
export async function removeSubscription(writer: Writer, id: number): Promise<void> {
  await writer.db.deleteFrom('event_delivery').where('subscription_id', '=', id).execute();
  await writer.db.deleteFrom('event_subscription').where('id', '=', id).execute();
}

/** Switches off all active subscriptions of a bot and returns their addresses. */
export async function switchOffSubscriptionsOf(
  writer: Writer,
  accountId: number,
  reason: OffReason,
): Promise<string[]> {
  const rows = await writer.db
    .updateTable('event_subscription')
    .set((e) => ({ is_active: 0, off_reason: reason, ...idleState, lease: e('lease', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('is_active', '=', 1)
    .returning(['id', 'address'])
    .execute();
  return rows.sort((one, other) => one.id - other.id).map(({ address }) => address);
}
