// Event subscriptions of bots: the events that are posted to an address, the cursor, and the delivery log.

import type { Migration } from './migration.ts';

export const eventSubscriptions: Migration = {
  version: 33,
  statements: () => [
    `create table event_subscription (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      address {text} not null,
      secret {text} not null,
      options {text} not null,
      is_active bigint not null,
      off_reason {text},
      position bigint not null,
      attempts bigint not null,
      failing_since bigint,
      due_at bigint not null,
      leased_until bigint not null,
      lease bigint not null,
      created_at bigint not null
    )`,
    'create index event_subscription_account on event_subscription (account_id, id)',
    'create index event_subscription_organization on event_subscription (organization_id, id)',
    `create table event_delivery (
      id {id},
      organization_id bigint not null,
      subscription_id bigint not null,
      event_id bigint not null,
      event_type {text} not null,
      outcome {text} not null,
      detail {text} not null,
      attempt bigint not null,
      milliseconds bigint not null,
      sent_at bigint not null
    )`,
    'create index event_delivery_subscription on event_delivery (subscription_id, id)',
  ],
};
