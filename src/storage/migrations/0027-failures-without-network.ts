// Failures without a network: an attempt that is counted for two accounts counts once for its network. Existing rows
// are copied.

import type { Migration } from './migration.ts';

export const failuresWithoutNetwork: Migration = {
  version: 27,
  statements: () => [
    'create table login_failure_before as select * from login_failure',
    'drop table login_failure',
    `create table login_failure (
      id {id},
      organization_id bigint not null,
      account_key {text},
      network_key {text},
      failed_at bigint not null
    )`,
    `create index login_failure_account on login_failure (organization_id, account_key, failed_at)
      where account_key is not null`,
    `create index login_failure_network on login_failure (organization_id, network_key, failed_at)
      where network_key is not null`,
    `insert into login_failure (organization_id, account_key, network_key, failed_at)
      select organization_id, account_key, network_key, failed_at from login_failure_before order by id`,
    'drop table login_failure_before',
  ],
};
