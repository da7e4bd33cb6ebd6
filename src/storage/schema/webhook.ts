// What other services posted to incoming webhooks, and what became of it; event subscriptions and their deliveries.

import type { Generated } from 'kysely';

export interface WebhookDeliveryTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The integration named in the address. */
  integration: string;
  /** The service's name of the event; empty if unknown. */
  event: string;
  /** A `DeliveryOutcome`. */
  outcome: string;
  /** The reason, for the bot's owner; empty if there is none. */
  detail: string;
  bytes: number;
  /** A fingerprint of a signed request, so that it is not accepted twice; null if it was not signed. */
  fingerprint: string | null;
  received_at: number;
}

export interface EventSubscriptionTable {
  id: Generated<number>;
  organization_id: number;
  /** The bot that receives the events. */
  account_id: number;
  address: string;
  /** The secret that signs deliveries, sealed. */
  secret: string;
  /** JSON: an `EventSelection`. */
  options: string;
  is_active: number;
  /** An `OffReason`; null while it is active. */
  off_reason: string | null;
  /** The id of the event up to which everything was delivered or skipped. */
  position: number;
  /** Failed attempts for the next event. */
  attempts: number;
  /** When the first of those attempts failed. */
  failing_since: number | null;
  /** When the next attempt is made; 0: as soon as there is an event. */
  due_at: number;
  /** Until when a server holds the lease; 0: none does. */
  leased_until: number;
  /** Incremented with every lease and every change, which invalidates what was begun before. */
  lease: number;
  created_at: number;
}

export interface EventDeliveryTable {
  id: Generated<number>;
  organization_id: number;
  subscription_id: number;
  event_id: number;
  event_type: string;
  /** An `EventOutcome`. */
  outcome: string;
  /** The reason, for the bot's owner; empty if there is none. */
  detail: string;
  /** The number of the attempt for this event, from 1. */
  attempt: number;
  /** How long the request took. */
  milliseconds: number;
  sent_at: number;
}
