// The times at which people do not want to be notified.

import type { Migration } from './migration.ts';

export const doNotDisturb: Migration = {
  version: 44,
  statements: () => [
    `create table do_not_disturb (
      account_id bigint not null,
      organization_id bigint not null,
      paused_until bigint not null,
      quiet_hours {text} not null,
      allowed_senders {text} not null,
      primary key (account_id)
    ) {withoutRowid}`,
    'create index do_not_disturb_organization on do_not_disturb (organization_id)',
  ],
};
