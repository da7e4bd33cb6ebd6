// An event subscription: which of the events that a bot may see are posted to an address, and how far that has come.

import type { Selectable } from 'kysely';
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
import { type EventType, eventTypes } from '../../api-contract/event-catalogue.ts';
import type { EventDeliveryTable, EventSubscriptionTable } from '../../storage/schema/webhook.ts';

export type SubscriptionRow = Selectable<EventSubscriptionTable>;
export type DeliveryRow = Selectable<EventDeliveryTable>;

/** What only a queue is told: that its connection works, and that a server started. */
const ofQueues: ReadonlySet<string> = new Set(['heartbeat', 'restart']);
/** The types that can be subscribed to. */
export const subscribableTypes = eventTypes.filter((type): type is EventType => !ofQueues.has(type));

/** Which events are posted, and in which shape. */
export interface EventChoice {
  readonly eventTypes: readonly string[];
  /** A filter on messages, as event queues have it. */
  readonly narrow: readonly {
    readonly operator: string;
    readonly operand: unknown;
    readonly negated: boolean;
  }[];
  readonly applyMarkdown: boolean;
  readonly allPublicStreams: boolean;
}

/**
 * Why a subscription is off: its owner wished so, its address failed for too long, it fell too far behind, its bot is gone, or
 * another's.
 */
const offReasons = ['owner', 'failing', 'behind', 'bot_deactivated', 'owner_changed'] as const;
export type OffReason = (typeof offReasons)[number];

/** What became of an attempt: the last one before a subscription was switched off is `given_up`. */
const eventOutcomes = ['delivered', 'failed', 'given_up'] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

/** Refuses a choice that nothing would ever come of. */
export function checkEventTypes(types: readonly string[]): void {
  if (types.length === 0) throw badRequest('event_types names no type of events.');
}

export const subscriptionShape = record({
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

/** The choice of a row. */
export function choiceOf(row: Pick<SubscriptionRow, 'options'>): EventChoice {
  return JSON.parse(row.options) as EventChoice;
}

/** A subscription as whoever may change the bot gets it: everything but the secret. */
export function wireSubscription(row: SubscriptionRow): Decoded<typeof subscriptionShape> {
  const { eventTypes: types, narrow, applyMarkdown, allPublicStreams } = choiceOf(row);
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

export const deliveryShape = record({
  id,
  event_id: id,
  event_type: anyText,
  outcome: oneOf(...eventOutcomes),
  detail: anyText,
  attempt: integer({ minimum: 1 }),
  milliseconds: integer({ minimum: 0 }),
  sent_at: integer({ minimum: 0 }),
});

/** An attempt as the log shows it. */
export function wireDelivery(row: DeliveryRow): Decoded<typeof deliveryShape> {
  const { organization_id: _, subscription_id: __, ...shown } = row;
  return { ...shown, outcome: shown.outcome as EventOutcome };
}
