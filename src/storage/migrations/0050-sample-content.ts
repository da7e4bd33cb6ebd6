// The sample content that an administrator added: its channels and its messages.

import type { Migration } from './migration.ts';

export const sampleContent: Migration = {
  version: 50,
  statements: () => [
    `create table sample_channel (
      channel_id bigint primary key,
      organization_id bigint not null,
      content text not null,
      is_removed bigint not null
    )`,
    'create index sample_channel_organization on sample_channel (organization_id)',
    `create table sample_message (
      message_id bigint primary key,
      organization_id bigint not null
    )`,
    'create index sample_message_organization on sample_message (organization_id)',
  ],
};
