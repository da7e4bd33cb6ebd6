// Authenticators that people log in with besides their password, and recovery codes for a lost one.

import type { Migration } from './migration.ts';

export const secondFactor: Migration = {
  version: 26,
  statements: () => [
    `create table second_factor (
      account_id bigint not null primary key,
      organization_id bigint not null,
      secret_sealed {text},
      used_step bigint,
      confirmed_at bigint,
      new_secret_sealed {text},
      new_until bigint
    ) {withoutRowid}`,
    'create index second_factor_organization on second_factor (organization_id)',
    `create table recovery_code (
      organization_id bigint not null,
      account_id bigint not null,
      code_hash {text} not null,
      primary key (account_id, code_hash)
    ) {withoutRowid}`,
    'create index recovery_code_organization on recovery_code (organization_id)',
  ],
};
