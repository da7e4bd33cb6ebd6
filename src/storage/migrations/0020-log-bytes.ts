// The bytes written to each organization's log so far, in total and at each entry, so that a log can be cut by its
// size. Existing entries count as nothing.

import type { Migration } from './migration.ts';

export const logBytes: Migration = {
  version: 20,
  statements: () => [
    'alter table organization_sequence add column log_bytes bigint not null default 0',
    'alter table event add column log_bytes bigint not null default 0',
  ],
};
