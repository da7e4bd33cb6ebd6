// Parts of the snapshot that this server answers the same way to everybody: keys of outside services, kinds of
// bots, stop words, plans.

import { integrations, wireIntegration } from '../../model/webhook-services/integrations.ts';
import type { Fields, SnapshotSection } from './section.ts';

function always(gate: string, fields: Fields): SnapshotSection {
  return { gates: [gate], fromMemory: () => fields };
}

/** No outside service is configured, no word is left out of the search, and there is nothing to pay for. */
export const staticSections: readonly SnapshotSection[] = [
  always('giphy', { giphy_api_key: '' }),
  always('tenor', { tenor_api_key: '' }),
  always('klipy', { klipy_api_key: '' }),
  always('stop_words', { stop_words: [] }),
  always('realm_billing', { realm_billing: { has_pending_sponsorship_request: false } }),
  always('realm_embedded_bots', { realm_embedded_bots: [] }),
  always('realm_incoming_webhook_bots', {
    realm_incoming_webhook_bots: integrations.map(wireIntegration),
  }),
];
