// Direct conversations that people have muted, and when they want them to be unmuted again.

import type { Migration } from './migration.ts';

export const mutedDirectConversations: Migration = {
  version: 54,
  statements: () => [
    `create table muted_direct_conversation (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      direct_key {text} not null,
      muted_at bigint not null,
      muted_until bigint
    )`,
    `create unique index muted_direct_conversation_account
    on muted_direct_conversation (account_id, direct_key)`,
    `create index muted_direct_conversation_muted_until on muted_direct_conversation (muted_until)
    where muted_until is not null`,
  ],
};
