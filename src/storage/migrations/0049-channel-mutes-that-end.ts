// When people want channels to be unmuted again.

import type { Migration } from './migration.ts';

export const channelMutesThatEnd: Migration = {
  version: 49,
  statements: () => [
    'alter table subscription add column muted_until bigint',
    // Mutes of channels that people have left do not end, so they are not in the index.
    `create index subscription_muted_until on subscription (muted_until)
    where muted_until is not null and is_active = 1`,
  ],
};
