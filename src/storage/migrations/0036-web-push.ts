// Web Push subscriptions of browsers and apps.

import type { Migration } from './migration.ts';

export const webPush: Migration = {
  version: 36,
  statements: () => [
    `create table web_push_subscription (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      session_id bigint,
      endpoint_hash {text} not null,
      endpoint_origin {text} not null,
      endpoint_sealed {text} not null,
      name {text} not null,
      takes_removals bigint not null,
      organization_url {text} not null,
      created_at bigint not null,
      last_success_at bigint,
      failing_since bigint
    )`,
    `create unique index web_push_subscription_endpoint
      on web_push_subscription (organization_id, endpoint_hash)`,
    'create index web_push_subscription_account on web_push_subscription (account_id, id)',
    `create index web_push_subscription_session on web_push_subscription (session_id)
      where session_id is not null`,
  ],
};
