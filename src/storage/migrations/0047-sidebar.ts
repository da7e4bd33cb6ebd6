// The sidebars that people arranged: sections, and the rows that they placed in them.

import type { Migration } from './migration.ts';

export const sidebar: Migration = {
  version: 47,
  statements: () => [
    `create table sidebar_section (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      kind {text} not null,
      folder_id bigint,
      name {text},
      position bigint,
      is_collapsed bigint not null
    )`,
    'create index sidebar_section_account on sidebar_section (account_id)',
    'create index sidebar_section_organization on sidebar_section (organization_id)',
    `create table sidebar_row (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      section_id bigint not null,
      position bigint not null,
      channel_id bigint,
      topic_key {text},
      topic_name {text},
      user_ids {text}
    )`,
    'create index sidebar_row_account on sidebar_row (account_id)',
    'create index sidebar_row_organization on sidebar_row (organization_id)',
    'create index sidebar_row_topic on sidebar_row (channel_id, topic_key) where topic_key is not null',
  ],
};
