// Failed log-ins of the last half hour: counted for the account that was tried and for the network they came from,
// whichever server they came to.

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
