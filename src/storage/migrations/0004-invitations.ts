// Invitations, invitation links, sign-ups by mail, and groups of channels for people who join.

import type { Migration } from './migration.ts';

const terms = `organization_id bigint not null,
    inviter_id bigint not null,
    role bigint not null,
    channel_ids {text} not null,
    group_ids {text} not null,
    includes_default_channels bigint not null,
    welcome_text {text},
    key_hash {text} not null,
    key_sealed {text} not null,
    invited_at bigint not null,
    expires_at bigint`;

const statements = [
  `create table invitation (
    id {id},
    ${terms},
    email {text} not null,
    email_key {text} not null,
    notifies_inviter bigint not null,
    status bigint not null,
    mails bigint not null,
    remind_at bigint,
    organization_url {text} not null
  )`,
  `create table invitation_link (
    id {id},
    ${terms},
    is_revoked bigint not null
  )`,
  `create table sign_up (
    key_hash {text} not null,
    organization_id bigint not null,
    email {text} not null,
    email_key {text} not null,
    link_id bigint,
    expires_at bigint not null,
    primary key (key_hash)
  ) {withoutRowid}`,
  `create table default_channel_group (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    name_key {text} not null,
    description {text} not null,
    channel_ids {text} not null
  )`,
  'create unique index invitation_key on invitation (key_hash)',
  'create index invitation_email on invitation (organization_id, email_key)',
  'create index invitation_open on invitation (organization_id, inviter_id) where status = 0',
  'create index invitation_sent on invitation (organization_id, invited_at)',
  'create index invitation_reminder on invitation (remind_at) where remind_at is not null',
  'create unique index invitation_link_key on invitation_link (key_hash)',
  'create index invitation_link_open on invitation_link (organization_id, inviter_id) where is_revoked = 0',
  'create index sign_up_email on sign_up (organization_id, email_key)',
  'create index sign_up_expiry on sign_up (organization_id, expires_at)',
  'create unique index default_channel_group_name on default_channel_group (organization_id, name_key)',
];

export const invitations: Migration = { version: 4, statements: () => statements };
