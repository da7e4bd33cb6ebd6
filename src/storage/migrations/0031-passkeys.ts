// Passkeys that people log in with besides their password, and the challenges that passkeys sign.

import type { Migration } from './migration.ts';

export const passkeys: Migration = {
  version: 31,
  statements: () => [
    `create table passkey (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      credential_id {text} not null,
      relying_party {text} not null,
      public_key {text} not null,
      counter bigint not null,
      transports {text} not null,
      name {text} not null,
      created_at bigint not null,
      used_at bigint
    )`,
    'create unique index passkey_credential on passkey (organization_id, credential_id)',
    'create index passkey_account on passkey (organization_id, account_id, id)',
    `create table passkey_challenge (
      challenge {text} not null primary key,
      organization_id bigint not null,
      account_id bigint not null,
      step {text} not null,
      expires_at bigint not null
    ) {withoutRowid}`,
    'create index passkey_challenge_account on passkey_challenge (organization_id, account_id, expires_at)',
  ],
};
