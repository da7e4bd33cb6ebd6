// Conversations that people have put away until a time.

import type { Migration } from './migration.ts';

export const laterConversations: Migration = {
  version: 45,
  statements: () => [
    `create table later_conversation (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      channel_id bigint,
      topic_key {text} not null,
      topic_name {text} not null,
      direct_key {text},
      away_until bigint not null,
      returned_at bigint
    )`,
    'create index later_conversation_account on later_conversation (account_id)',
    'create index later_conversation_channel on later_conversation (channel_id, topic_key) where channel_id is not null',
    'create index later_conversation_due on later_conversation (away_until) where returned_at is null',
  ],
};
