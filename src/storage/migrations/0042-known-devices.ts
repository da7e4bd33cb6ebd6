// Browsers that an account has logged in with, which can still log in while others guess its password.

import type { Migration } from './migration.ts';

export const knownDevices: Migration = {
  version: 42,
  statements: () => [
    `create table known_device (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      token_hash {text} not null,
      name_key {text} not null,
      session_id bigint not null,
      last_at bigint not null
    )`,
    'create unique index known_device_token on known_device (organization_id, token_hash)',
    'create index known_device_account on known_device (account_id)',
  ],
};
