// Erasures of people that are in progress, and the provider identities of erased people.

import type { Migration } from './migration.ts';

export const personErasures: Migration = {
  version: 41,
  statements: () => [
    `create table person_erasure (
      account_id bigint primary key,
      organization_id bigint not null,
      asked_at bigint not null,
      known {text} not null,
      deletes_files smallint not null,
      stage {text} not null,
      after_id bigint not null
    )`,
    'create index person_erasure_organization on person_erasure (organization_id, asked_at, account_id)',
    `create table erased_identity (
      id {id},
      organization_id bigint not null,
      sealed {text} not null,
      erased_at bigint not null
    )`,
    'create index erased_identity_organization on erased_identity (organization_id)',
  ],
};
