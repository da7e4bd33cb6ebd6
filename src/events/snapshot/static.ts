// Parts of the snapshot that are the same for everyone: keys of external services, kinds of bots, stop words,
// plans.

import { webhookServices, wireWebhookService } from '../../model/webhook-services/webhook-services.ts';
import type { Fields, SnapshotSection } from './section.ts';

function always(gate: string, fields: Fields): SnapshotSection {
  return { gates: [gate], fromMemory: () => fields };
}

/** No external service is configured, search has no stop words, and there are no paid plans. */
export const staticSections: readonly SnapshotSection[] = [
  always('giphy', { giphy_api_key: '' }),
  always('tenor', { tenor_api_key: '' }),
  always('klipy', { klipy_api_key: '' }),
  always('stop_words', { stop_words: [] }),
  always('realm_billing', { realm_billing: { has_pending_sponsorship_request: false } }),
  always('realm_embedded_bots', { realm_embedded_bots: [] }),
  always('realm_incoming_webhook_bots', {
    realm_incoming_webhook_bots: webhookServices.map(wireWebhookService),
  }),
];
