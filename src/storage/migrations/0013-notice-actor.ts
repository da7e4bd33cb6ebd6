// Notices store the account that caused them, whose access limits the people and channels that the text links.

import type { Migration } from './migration.ts';

export const noticeActor: Migration = {
  version: 13,
  statements: () => ['alter table pending_notice add column actor_id bigint'],
};
