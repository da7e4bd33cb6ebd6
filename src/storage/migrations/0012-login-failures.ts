// Failed logins of the last half hour, counted for the account and for the network, over all servers.

import type { Migration } from './migration.ts';

export const loginFailures: Migration = {
  version: 12,
  statements: () => [
    `create table login_failure (
      id {id},
      organization_id bigint not null,
      account_key {text},
      network_key {text} not null,
      failed_at bigint not null
    )`,
    `create index login_failure_account on login_failure (organization_id, account_key, failed_at)
      where account_key is not null`,
    'create index login_failure_network on login_failure (organization_id, network_key, failed_at)',
  ],
};
