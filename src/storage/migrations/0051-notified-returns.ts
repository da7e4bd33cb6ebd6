// Which notifications, shown or delayed, report that a conversation came back.

import type { Migration } from './migration.ts';

export const notifiedReturns: Migration = {
  version: 51,
  statements: () => [
    'alter table push_shown add column returned {text}',
    'alter table push_waiting add column returned {text}',
  ],
};
