// Calls that Parley holds itself: the call, who takes part, and who is called.

import type { Migration } from './migration.ts';

export const nativeCalls: Migration = {
  version: 55,
  statements: () => [
    `create table call (
      id {id},
      organization_id bigint not null,
      conversation_id bigint not null,
      kind {text} not null,
      engine {text} not null,
      starter_id bigint not null,
      message_id bigint,
      organization_url {text} not null,
      started_at bigint not null,
      ended_at bigint,
      end_reason {text},
      empty_since bigint
    )`,
    'create unique index call_live on call (conversation_id) where ended_at is null',
    'create index call_empty on call (empty_since) where ended_at is null and empty_since is not null',
    'create index call_ended on call (ended_at) where ended_at is not null',
    'create index call_organization on call (organization_id, id)',
    `create table call_participant (
      id {id},
      organization_id bigint not null,
      call_id bigint not null,
      account_id bigint not null,
      session {text} not null,
      queue_id {text} not null,
      joined_at bigint not null,
      left_at bigint,
      is_muted bigint not null,
      has_camera bigint not null,
      has_screen bigint not null,
      has_hand bigint not null,
      seen_at bigint not null
    )`,
    'create unique index call_participant_session on call_participant (session)',
    'create unique index call_participant_live on call_participant (account_id) where left_at is null',
    'create index call_participant_seen on call_participant (seen_at) where left_at is null',
    'create index call_participant_call on call_participant (call_id)',
    'create index call_participant_account on call_participant (account_id)',
    `create table call_ring (
      id {id},
      organization_id bigint not null,
      call_id bigint not null,
      account_id bigint not null,
      caller_id bigint not null,
      is_silent bigint not null,
      until bigint not null,
      outcome {text}
    )`,
    'create unique index call_ring_live on call_ring (call_id, account_id) where outcome is null',
    'create index call_ring_until on call_ring (until) where outcome is null',
    'create index call_ring_call on call_ring (call_id)',
    'create index call_ring_account on call_ring (account_id)',
  ],
};
