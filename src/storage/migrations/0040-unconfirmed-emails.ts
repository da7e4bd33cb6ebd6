// Accounts whose address is not confirmed, invitations that were handed over without mail, and the maximum uses of
// an invitation link.

import type { Migration } from './migration.ts';

export const unconfirmedEmails: Migration = {
  version: 40,
  statements: () => [
    'alter table account add column is_email_confirmed smallint not null default 1',
    'create index account_unconfirmed on account (organization_id, id) where is_email_confirmed = 0',
    'alter table invitation add column is_mailed smallint not null default 1',
    'alter table invitation_link add column max_uses bigint',
    'alter table invitation_link add column uses bigint not null default 0',
  ],
};
