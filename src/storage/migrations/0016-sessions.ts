// Sessions: the browsers that people are logged in with.

import type { Migration } from './migration.ts';

export const sessions: Migration = {
  version: 16,
  statements: () => [
    `create table session (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      token_hash {text} not null,
      old_token_hash {text},
      old_token_until bigint,
      device {text} not null,
      created_at bigint not null,
      last_seen_at bigint not null,
      renewed_at bigint not null
    )`,
    'create unique index session_token on session (token_hash)',
    'create index session_old_token on session (old_token_hash)',
    'create index session_account on session (account_id)',
    'create index session_seen on session (organization_id, last_seen_at)',
  ],
};
