// The subjects by which identity providers identify people, and tokens with which apps begin a session.

import type { Migration } from './migration.ts';

export const signIn: Migration = {
  version: 24,
  statements: () => [
    `create table external_identity (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      issuer {text} not null,
      subject {text} not null,
      created_at bigint not null,
      last_used_at bigint not null
    )`,
    'create unique index external_identity_subject on external_identity (organization_id, issuer, subject)',
    'create unique index external_identity_account on external_identity (account_id, issuer)',
    `create table login_token (
      organization_id bigint not null,
      token_hash {text} not null,
      account_id bigint not null,
      access_version bigint not null,
      expires_at bigint not null,
      primary key (organization_id, token_hash)
    )`,
    'create index login_token_expiry on login_token (organization_id, expires_at)',
  ],
};
