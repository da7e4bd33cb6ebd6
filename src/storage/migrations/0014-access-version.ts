// Tokens and links of an account carry the version of its access, and end when the version is incremented; and the
// networks from which people have logged in before.

import type { Migration } from './migration.ts';

export const accessVersion: Migration = {
  version: 14,
  statements: () => [
    'alter table account add column access_version bigint not null default 0',
    `create table known_login (
      organization_id bigint not null,
      account_id bigint not null,
      place_key {text} not null,
      last_at bigint not null,
      primary key (account_id, place_key)
    ) {withoutRowid}`,
  ],
};
