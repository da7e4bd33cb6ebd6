// Former hosts of organizations: requests for them still find the organization.

import type { Migration } from './migration.ts';

export const hostAliases: Migration = {
  version: 43,
  statements: () => [
    `create table host_alias (
      host {text} primary key,
      organization_id bigint not null
    )`,
    'create index host_alias_organization on host_alias (organization_id)',
  ],
};
