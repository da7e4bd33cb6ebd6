// The requests of other services to incoming webhooks, and their outcomes; event subscriptions and their deliveries.

import { generated, id, nullable, number, organizationId, secret, text } from './column.ts';
import { absent, changedByStage, deletedInBatches, table } from './table.ts';

export const webhookTables = {
  webhook_delivery: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** The name of the webhook service in the address. */
      integration: text,
      /** The service's name of the event; empty if unknown. */
      event: text,
      /** A `DeliveryOutcome`. */
      outcome: text,
      /** The reason, for the bot's owner; empty if there is none. */
      detail: text,
      bytes: number,
      /** A fingerprint of a signed request, so that it is not accepted twice; null if it was not signed. */
      fingerprint: nullable(text),
      received_at: number,
    },
    key: ['id'],
    onErasure: deletedInBatches('id'),
    archive: absent('it records what this server received'),
  }),

  event_subscription: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The bot that receives the events. */
      account_id: id('account'),
      address: text,
      /** The secret that signs deliveries, sealed. */
      secret: secret(text, 'within'),
      /** JSON: an `EventSelection`. */
      options: text,
      is_active: number,
      /** An `OffReason`; null while it is active. */
      off_reason: nullable(text),
      /** The id of the event up to which everything was delivered or skipped. */
      position: number,
      /** Failed attempts for the next event. */
      attempts: number,
      /** When the first of those attempts failed. */
      failing_since: nullable(number),
      /** When the next attempt is made; 0: as soon as there is an event. */
      due_at: number,
      /** Until when a server holds the lease; 0: none does. */
      leased_until: number,
      /** Incremented with every lease and every change, which invalidates a delivery that was begun before. */
      lease: number,
      created_at: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('it is a credential'),
  }),

  event_delivery: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      subscription_id: number,
      event_id: number,
      event_type: text,
      /** An `EventOutcome`. */
      outcome: text,
      /** The reason, for the bot's owner; empty if there is none. */
      detail: text,
      /** The number of the attempt for this event, from 1. */
      attempt: number,
      /** How long the request took. */
      milliseconds: number,
      sent_at: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('it records what this server sent'),
  }),
} as const;
