// The delivery log of incoming webhooks.

import type { Migration } from './migration.ts';

export const webhookDeliveries: Migration = {
  version: 22,
  statements: () => [
    `create table webhook_delivery (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      integration {text} not null,
      event {text} not null,
      outcome {text} not null,
      detail {text} not null,
      bytes bigint not null,
      fingerprint {text},
      received_at bigint not null
    )`,
    'create index webhook_delivery_account on webhook_delivery (account_id, id)',
  ],
};
