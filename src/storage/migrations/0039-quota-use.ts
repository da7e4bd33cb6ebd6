// How much of each kind accounts created in their current day, and an index to count the bots of an organization.

import type { Migration } from './migration.ts';

export const quotaUse: Migration = {
  version: 39,
  statements: () => [
    `create table quota_use (
      organization_id bigint not null,
      account_id bigint not null,
      kind {text} not null,
      began_at bigint not null,
      used bigint not null,
      primary key (account_id, kind)
    ) {withoutRowid}`,
    'create index account_bot on account (organization_id) where bot_type is not null',
  ],
};
