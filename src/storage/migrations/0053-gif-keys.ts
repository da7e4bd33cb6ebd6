// The keys of organizations for the services in which their people search for GIFs.

import type { Migration } from './migration.ts';

export const gifKeys: Migration = {
  version: 53,
  statements: () => [
    `create table gif_key (
      id {id},
      organization_id bigint not null unique,
      sealed_key {text} not null
    )`,
  ],
};
