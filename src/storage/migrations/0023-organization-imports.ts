// The progress of imports of organizations.

import type { Migration } from './migration.ts';

export const organizationImports: Migration = {
  version: 23,
  statements: () => [
    `create table organization_import (
      organization_id bigint not null,
      archive_key {text} not null,
      format {text} not null,
      host {text} not null,
      stage {text} not null,
      parts_done bigint not null,
      batches_done bigint not null,
      plan {text} not null,
      notes {text} not null,
      started_at bigint not null,
      finished_at bigint,
      newest_message_id bigint not null,
      primary key (organization_id)
    )`,
  ],
};
