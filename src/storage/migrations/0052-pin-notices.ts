// Which messages a notice was posted about when they were pinned, so that pinning them again posts none.

import type { Migration } from './migration.ts';

export const pinNotices: Migration = {
  version: 52,
  statements: () => [
    `create table pin_notice (
      message_id bigint primary key,
      organization_id bigint not null
    )`,
    'create index pin_notice_organization on pin_notice (organization_id)',
    // Messages that are pinned already have had their notice.
    `insert into pin_notice (message_id, organization_id)
    select message_id, organization_id from pinned_message where channel_id is not null`,
  ],
};
