// Names as SCIM sends them, the provider's session of a browser session, used logout tokens, and accounts that a
// directory deactivated.

import type { Engine } from '../reader-writer.ts';
import type { Migration } from './migration.ts';

function partsAsJson(engine: Engine): string {
  const object = engine === 'sqlite' ? 'json_object' : 'json_build_object';
  return `cast(${object}('givenName', given_name, 'familyName', family_name) as text)`;
}

export const providerSessions: Migration = {
  version: 38,
  statements: (engine) => [
    "alter table scim_user add column sent_names {text} not null default '{}'",
    `update scim_user set sent_names = ${partsAsJson(engine)} where parts_of <> ''`,
    'alter table scim_user rename column parts_of to names_of',
    'alter table scim_user drop column given_name',
    'alter table scim_user drop column family_name',
    'alter table session add column provider_issuer {text}',
    'alter table session add column provider_subject {text}',
    'alter table session add column provider_sid {text}',
    'alter table session add column id_token_sealed {text}',
    `create index session_provider on session (organization_id, provider_issuer, provider_subject)
      where provider_issuer is not null`,
    `create table used_logout_token (
      organization_id bigint not null,
      token_hash {text} not null,
      expires_at bigint not null,
      primary key (organization_id, token_hash)
    ) {withoutRowid}`,
    `create table directory_deactivation (
      account_id bigint not null primary key,
      organization_id bigint not null,
      issuer {text} not null,
      subject {text} not null,
      deactivated_at bigint not null
    ) {withoutRowid}`,
  ],
};
