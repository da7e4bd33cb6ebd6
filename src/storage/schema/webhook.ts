// What other services sent to the addresses of bots, and what became of it.

import type { Generated } from 'kysely';

export interface WebhookDeliveryTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The integration as the address named it. */
  integration: string;
  /** What happened there, in the words of the service; empty where that is not known. */
  event: string;
  /** A `DeliveryOutcome`. */
  outcome: string;
  /** Why, for the owner of the bot; empty where there is nothing to say. */
  detail: string;
  bytes: number;
  /** Of what was signed, so that the same is not taken twice; null for what was not. */
  fingerprint: string | null;
  received_at: number;
}

export interface EventSubscriptionTable {
  id: Generated<number>;
  organization_id: number;
  /** The bot whose events they are. */
  account_id: number;
  address: string;
  /** What deliveries are signed with, sealed. */
  secret: string;
  /** JSON: an `EventChoice`. */
  options: string;
  is_active: number;
  /** An `OffReason`; null while it is active. */
  off_reason: string | null;
  /** The id of the event up to which all were delivered, or are not for it. */
  position: number;
  /** Failed ones of the next event. */
  attempts: number;
  /** When the first of them failed. */
  failing_since: number | null;
  /** When the next attempt is made; 0: as soon as there is an event. */
  due_at: number;
  /** Until when a server has it; 0: none. */
  leased_until: number;
  /** Counts whoever takes it, and every change: what was begun before holds no longer. */
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
  /** Why, for the owner of the bot; empty where there is nothing to say. */
  detail: string;
  /** From 1 on, of the same event. */
  attempt: number;
  /** How long the address took. */
  milliseconds: number;
  sent_at: number;
}
