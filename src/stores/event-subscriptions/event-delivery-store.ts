// The log of deliveries for event subscriptions: the newest attempts of each subscription, so that the owner of a bot
// can see which deliveries succeed.

import type { Insertable } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import type { EventDeliveryRow, EventOutcome } from '../../model/event-subscriptions/event-subscription.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

export type NewDelivery = Omit<
  Insertable<Schema['event_delivery']>,
  'id' | 'organization_id' | 'sent_at' | 'outcome'
> & { readonly outcome: EventOutcome };

/** The logged attempts of a subscription, newest first. */
export function readEventDeliveries(
  reader: Reader,
  subscriptionId: number,
  limit: number,
): Promise<EventDeliveryRow[]> {
  return reader.db
    .selectFrom('event_delivery')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('organization_id', '=', reader.organizationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Logs an attempt and removes the oldest of its subscription beyond the limit. */
export async function logEventDelivery(writer: Writer, delivery: NewDelivery): Promise<void> {
  await writer.db
    .insertInto('event_delivery')
    .values({ ...delivery, organization_id: writer.organizationId, sent_at: writer.now })
    .execute();
  const oldestExcess = await writer.db
    .selectFrom('event_delivery')
    .select('id')
    .where('subscription_id', '=', delivery.subscription_id)
    .orderBy('id', 'desc')
    .offset(limits.eventDeliveriesPerSubscription)
    .limit(1)
    .executeTakeFirst();
  if (!oldestExcess) return;
  await writer.db
    .deleteFrom('event_delivery')
    .where('subscription_id', '=', delivery.subscription_id)
    .where('id', '<=', oldestExcess.id)
    .execute();
}
