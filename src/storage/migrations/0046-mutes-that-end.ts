// When people want topics and other people to be unmuted again.

import type { Migration } from './migration.ts';

export const mutesThatEnd: Migration = {
  version: 46,
  statements: () => [
    'alter table user_topic add column muted_until bigint',
    'alter table muted_user add column muted_until bigint',
    'create index user_topic_muted_until on user_topic (muted_until) where muted_until is not null',
    'create index muted_user_muted_until on muted_user (muted_until) where muted_until is not null',
  ],
};
