// Subjects of providers stay stored after their tie to an account ends, so that a deactivated person cannot join again
// as someone new. Also stores which accounts SCIM deactivated itself, and when the person at a browser last proved
// their identity.

import type { Migration } from './migration.ts';

export const endedTies: Migration = {
  version: 37,
  statements: () => [
    'alter table external_identity add column ended_at bigint',
    'drop index external_identity_account',
    `create unique index external_identity_account on external_identity (account_id, issuer)
      where ended_at is null`,
    'alter table scim_user add column is_deactivated smallint not null default 0',
    `update scim_user set is_deactivated = 1
      where account_id in (select id from account where is_active = 0)`,
    'alter table session add column proven_at bigint not null default 0',
  ],
};
