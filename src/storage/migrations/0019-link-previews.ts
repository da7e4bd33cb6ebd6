// Previews of pages that messages link to.

import type { Migration } from './migration.ts';

export const linkPreviews: Migration = {
  version: 19,
  statements: () => [
    `create table link_preview (
      organization_id bigint not null,
      url_hash {text} not null,
      found {text},
      fetched_at bigint not null,
      primary key (organization_id, url_hash)
    )`,
    'create index link_preview_fetched on link_preview (fetched_at)',
  ],
};
