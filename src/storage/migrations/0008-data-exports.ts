// Exports of an organization's data: who requested each, and its state.

import type { Migration } from './migration.ts';

export const dataExports: Migration = {
  version: 8,
  statements: () => [
    `create table data_export (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      kind {text} not null,
      organization_url {text} not null,
      asked_at bigint not null,
      completed_at bigint,
      failed_at bigint,
      deleted_at bigint,
      secret {text},
      tries smallint not null,
      leased_until bigint not null
    )`,
    'create index data_export_organization on data_export (organization_id, id)',
    `create index data_export_pending on data_export (id)
      where completed_at is null and failed_at is null and deleted_at is null`,
  ],
};
