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
