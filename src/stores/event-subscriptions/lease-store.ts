// Which event subscriptions are due, and which server has leased them.

import type { EventSubscriptionRow } from '../../model/event-subscriptions/event-subscription.ts';
import { idsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/**
 * A subscription that may have something to post, with the owner of its bot and the end of its organization's
 * log.
 */
export type DueSubscription = EventSubscriptionRow & {
  readonly bot_owner_id: number | null;
  readonly head: number;
};

/**
 * Active subscriptions of active organizations that are neither leased nor delayed: all of them, or those of
 * some organizations and those whose delay or lease has just ended.
 */
export function dueSubscriptions(
  reader: Reader,
  now: number,
  organizationIds: readonly number[] | undefined,
): Promise<DueSubscription[]> {
  let query = reader.db
    .selectFrom('event_subscription')
    .innerJoin(
      'organization_sequence',
      'organization_sequence.organization_id',
      'event_subscription.organization_id',
    )
    .innerJoin('account', 'account.id', 'event_subscription.account_id')
    .innerJoin('organization', 'organization.id', 'event_subscription.organization_id')
    .selectAll('event_subscription')
    .select(['organization_sequence.sequence as head', 'account.bot_owner_id'])
    .where('event_subscription.is_active', '=', 1)
    .where('organization.is_deactivated', '=', 0)
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now);
  if (organizationIds) {
    query = query.where((e) =>
      e.or([
        e('event_subscription.organization_id', 'in', idsOf(reader.engine, JSON.stringify(organizationIds))),
        e('due_at', '>', 0),
        e('leased_until', '>', 0),
      ]),
    );
  }
  return query.orderBy('event_subscription.id').execute();
}

/** The next time at which a delayed attempt is due or a lease ends; undefined if there is neither. */
export async function nextSubscriptionTime(reader: Reader): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('event_subscription')
    .innerJoin('organization', 'organization.id', 'event_subscription.organization_id')
    .select((e) =>
      e.fn
        .min(
          e
            .case()
            .when('due_at', '>', e.ref('leased_until'))
            .then(e.ref('due_at'))
            .else(e.ref('leased_until'))
            .end(),
        )
        .as('moment'),
    )
    .where('is_active', '=', 1)
    .where('organization.is_deactivated', '=', 0)
    .where((e) => e.or([e('due_at', '>', 0), e('leased_until', '>', 0)]))
    .executeTakeFirst();
  return row?.moment == null ? undefined : Number(row.moment);
}

/** Every active subscription with its organization. */
export function activeSubscriptions(
  reader: Reader,
): Promise<Pick<EventSubscriptionRow, 'id' | 'organization_id'>[]> {
  return reader.db
    .selectFrom('event_subscription')
    .select(['id', 'organization_id'])
    .where('is_active', '=', 1)
    .execute();
}

/**
 * The lowest log position, from `from` on, that an active subscription has reached; undefined if there is
 * none.
 */
export async function lowestSubscriptionPosition(reader: Reader, from: number): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('event_subscription')
    .select((e) => e.fn.min('position').as('lowest'))
    .where('organization_id', '=', reader.organizationId)
    .where('is_active', '=', 1)
    .where('position', '>=', from)
    .executeTakeFirst();
  return row?.lowest ?? undefined;
}

/** A server's lease of a subscription. */
export type SubscriptionLease = Pick<EventSubscriptionRow, 'id' | 'lease'>;

/** Leases a subscription; undefined if it was leased or changed since it was read. */
export function leaseSubscription(
  writer: Writer,
  { id, lease }: SubscriptionLease,
  until: number,
): Promise<EventSubscriptionRow | undefined> {
  return writer.db
    .updateTable('event_subscription')
    .set({ leased_until: until, lease: lease + 1 })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('is_active', '=', 1)
    .returningAll()
    .executeTakeFirst();
}

/** Updates a leased subscription; returns false and changes nothing if the lease was lost. */
export async function updateLeasedSubscription(
  writer: Writer,
  { id, lease }: SubscriptionLease,
  change: Partial<
    Pick<
      EventSubscriptionRow,
      'position' | 'attempts' | 'failing_since' | 'due_at' | 'leased_until' | 'is_active' | 'off_reason'
    >
  >,
): Promise<boolean> {
  const updated = await writer.db
    .updateTable('event_subscription')
    .set(change)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('is_active', '=', 1)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}
