// Notices keep who brought them about: what they name is linked as far as that person may see it.

import type { Migration } from './migration.ts';

export const noticeActor: Migration = {
  version: 13,
  statements: () => ['alter table pending_notice add column actor_id bigint'],
};
