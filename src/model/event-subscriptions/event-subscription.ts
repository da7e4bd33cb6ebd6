// An event subscription: the address to which events that a bot may see are posted, which events those are, and the
// last one that was posted.

import {
  anyJson,
  anyText,
  boolean,
  type Decoded,
  id,
  integer,
  list,
  nullable,
  oneOf,
  record,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Row } from '../../storage/schema.ts';
import { eventTypes } from '../events/event-types.ts';

export type EventSubscriptionRow = Row<'event_subscription'>;
export type EventDeliveryRow = Row<'event_delivery'>;

/** Types that only event queues receive: they report that the connection works, or that a server started. */
const queueOnlyTypes: ReadonlySet<string> = new Set(['heartbeat', 'restart']);
export const subscribableTypes = eventTypes.filter((type) => !queueOnlyTypes.has(type));

/** Which events are posted, and in which form. */
export interface EventSelection {
  readonly eventTypes: readonly string[];
  /** A filter on messages, as event queues use it. */
  readonly narrow: readonly {
    readonly operator: string;
    readonly operand: unknown;
    readonly negated: boolean;
  }[];
  readonly applyMarkdown: boolean;
  readonly allPublicStreams: boolean;
}

/**
 * Why a subscription is off: its owner switched it off, its address failed for too long, it fell too far
 * behind, its bot was deactivated, or its bot got another owner.
 */
const offReasons = ['owner', 'failing', 'behind', 'bot_deactivated', 'owner_changed'] as const;
export type OffReason = (typeof offReasons)[number];

/** The outcome of an attempt. `given_up` is the last attempt before a subscription was switched off. */
const eventOutcomes = ['delivered', 'failed', 'given_up'] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

/** Refuses an empty choice. */
export function checkEventTypes(types: readonly string[]): void {
  if (types.length === 0) throw badRequest('event_types is empty.');
}

export const eventSubscriptionSchema = record({
  id,
  address: anyText,
  event_types: list(anyText),
  narrow: list(record({ operator: anyText, operand: anyJson, negated: boolean })),
  apply_markdown: boolean,
  all_public_streams: boolean,
  is_active: boolean,
  off_reason: nullable(oneOf(...offReasons)),
  failed_attempts: integer({ minimum: 0 }),
  failing_since: nullable(integer({ minimum: 0 })),
  next_attempt_at: nullable(integer({ minimum: 0 })),
  created_at: integer({ minimum: 0 }),
});

export function eventSelectionOf(row: Pick<EventSubscriptionRow, 'options'>): EventSelection {
  return parseColumn<EventSelection>(row.options);
}

/** A subscription as accounts that may change the bot receive it: everything but the secret. */
export function wireEventSubscription(row: EventSubscriptionRow): Decoded<typeof eventSubscriptionSchema> {
  const { eventTypes: types, narrow, applyMarkdown, allPublicStreams } = eventSelectionOf(row);
  return {
    id: row.id,
    address: row.address,
    event_types: [...types],
    narrow: narrow.map(({ operator, operand, negated }) => ({ operator, operand, negated })),
    apply_markdown: applyMarkdown,
    all_public_streams: allPublicStreams,
    is_active: row.is_active === 1,
    off_reason: row.off_reason as OffReason | null,
    failed_attempts: row.attempts,
    failing_since: row.failing_since,
    next_attempt_at: row.due_at === 0 ? null : row.due_at,
    created_at: row.created_at,
  };
}

export const eventDeliverySchema = record({
  id,
  event_id: id,
  event_type: anyText,
  outcome: oneOf(...eventOutcomes),
  detail: anyText,
  attempt: integer({ minimum: 1 }),
  milliseconds: integer({ minimum: 0 }),
  sent_at: integer({ minimum: 0 }),
});

/** An attempt as the delivery log shows it. */
export function wireEventDelivery(row: EventDeliveryRow): Decoded<typeof eventDeliverySchema> {
  const { organization_id: _, subscription_id: __, ...visible } = row;
  return { ...visible, outcome: visible.outcome as EventOutcome };
}
