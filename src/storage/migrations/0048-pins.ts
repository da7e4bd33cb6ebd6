// Messages and topics that are pinned for everyone, and the permission of channels to pin them.

import type { Migration } from './migration.ts';

export const pins: Migration = {
  version: 48,
  statements: () => [
    `create table pinned_message (
      id {id},
      organization_id bigint not null,
      message_id bigint not null,
      conversation_id bigint not null,
      channel_id bigint,
      account_id bigint not null,
      pinned_at bigint not null
    )`,
    'create unique index pinned_message_message on pinned_message (message_id)',
    'create index pinned_message_conversation on pinned_message (conversation_id)',
    'create index pinned_message_channel on pinned_message (channel_id) where channel_id is not null',
    'create index pinned_message_organization on pinned_message (organization_id, message_id)',
    `create table pinned_topic (
      id {id},
      organization_id bigint not null,
      channel_id bigint not null,
      conversation_id bigint not null,
      account_id bigint not null,
      pinned_at bigint not null
    )`,
    'create unique index pinned_topic_conversation on pinned_topic (conversation_id)',
    'create index pinned_topic_channel on pinned_topic (channel_id)',
    'create index pinned_topic_organization on pinned_topic (organization_id)',
    // Everyone may pin in existing channels, as in new ones.
    `update channel
    set group_settings = substr(group_settings, 1, length(group_settings) - 1)
      || ',"can_pin_messages_group":'
      || (
        select cast(min(g.id) as text) from user_group g
        where g.organization_id = channel.organization_id and g.is_system = 1 and g.name = 'role:everyone'
      )
      || '}'
    where exists (
      select 1 from user_group g
      where g.organization_id = channel.organization_id and g.is_system = 1 and g.name = 'role:everyone'
    )`,
  ],
};
