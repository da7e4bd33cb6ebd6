// Values that bots store between their runs.

import type { Migration } from './migration.ts';

export const botStorage: Migration = {
  version: 7,
  statements: () => [
    `create table bot_storage (
      account_id bigint not null,
      organization_id bigint not null,
      name {text} not null,
      value {text} not null,
      primary key (account_id, name)
    ) {withoutRowid}`,
  ],
};
