// An index that contains the sizes of uploads, with which the storage that a person uses is summed.

import type { Migration } from './migration.ts';

export const roomOfPeople: Migration = {
  version: 29,
  statements: () => ['create index attachment_room on attachment (account_id, size)'],
};
