// Phones that are registered for notifications, and which messages were pushed to them.

import type { Migration } from './migration.ts';

const statements = [
  `create table client_device (
    id {id},
    organization_id bigint not null,
    account_id bigint not null,
    organization_url {text} not null,
    push_key_sealed {text},
    push_key_id bigint,
    token_id {text},
    token_kind {text},
    pending_token_id {text},
    token_updated_at bigint,
    error_code {text}
  )`,
  `create table push_token (
    organization_id bigint not null,
    account_id bigint not null,
    kind {text} not null,
    token {text} not null,
    token_id {text} not null,
    app_id {text} not null,
    organization_url {text} not null,
    created_at bigint not null,
    primary key (account_id, kind, token)
  ) {withoutRowid}`,
  `create table push_shown (
    organization_id bigint not null,
    account_id bigint not null,
    message_id bigint not null,
    primary key (account_id, message_id)
  ) {withoutRowid}`,
  `create table push_waiting (
    organization_id bigint not null,
    account_id bigint not null,
    message_id bigint not null,
    look_at bigint not null,
    until_at bigint not null,
    primary key (account_id, message_id)
  ) {withoutRowid}`,
  `create table push_position (
    organization_id bigint not null,
    sequence bigint not null,
    primary key (organization_id)
  ) {withoutRowid}`,
  'create index client_device_account on client_device (account_id)',
  'create index client_device_token on client_device (organization_id, token_id)',
  'create index push_token_organization on push_token (organization_id)',
  'create index push_shown_message on push_shown (message_id)',
  'create index push_waiting_look on push_waiting (look_at)',
  // The accounts that chose notifications for a channel: few, however many subscribe to it.
  'create index subscription_pushed on subscription (channel_id, is_active) where push_notifications = 1',
];

export const pushDevices: Migration = { version: 2, statements: () => statements };
