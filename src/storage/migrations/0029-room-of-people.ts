// What a person's uploads take is summed along an index that holds the sizes.

import type { Migration } from './migration.ts';

export const roomOfPeople: Migration = {
  version: 29,
  statements: () => ['create index attachment_room on attachment (account_id, size)'],
};
