// What was handed out to somebody's account carries the version of its access, and ends when that goes on; and from
// where people have logged in before.

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
