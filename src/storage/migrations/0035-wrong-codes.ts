// Wrong codes of authenticators. They are stored longer than other failures, so that an attacker with the password
// cannot try codes for months.

import type { Migration } from './migration.ts';

export const wrongCodes: Migration = {
  version: 35,
  statements: () => [
    `create table wrong_code (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      failed_at bigint not null,
      is_told smallint not null
    )`,
    'create index wrong_code_account on wrong_code (account_id, failed_at)',
    'create index wrong_code_age on wrong_code (failed_at)',
  ],
};
