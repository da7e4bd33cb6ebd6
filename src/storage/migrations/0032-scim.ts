// The data that identity providers store about people and groups by SCIM, in addition to the fields of accounts and groups.

import type { Migration } from './migration.ts';

export const scim: Migration = {
  version: 32,
  statements: () => [
    `create table scim_user (
      account_id bigint not null primary key,
      organization_id bigint not null,
      external_name {text},
      given_name {text} not null,
      family_name {text} not null,
      parts_of {text} not null,
      is_removed smallint not null
    ) {withoutRowid}`,
    'create index scim_user_external on scim_user (organization_id, external_name)',
    'create index scim_user_removed on scim_user (organization_id) where is_removed = 1',
    `create table scim_group (
      group_id bigint not null primary key,
      organization_id bigint not null,
      external_name {text}
    ) {withoutRowid}`,
    'create index scim_group_external on scim_group (organization_id, external_name)',
  ],
};
