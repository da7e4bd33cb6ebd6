// Which migrations left a schema that older servers can use, too.

import type { Migration } from './migration.ts';

export const schemasBesideEachOther: Migration = {
  version: 58,
  statements: () => ['alter table schema_version add column is_additive bigint not null default 0'],
};
