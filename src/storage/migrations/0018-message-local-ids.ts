// The local ids that clients give their messages, so that a message that is sent again is not stored twice.

import type { Migration } from './migration.ts';

export const messageLocalIds: Migration = {
  version: 18,
  statements: () => [
    `create table message_local_id (
      organization_id bigint not null,
      account_id bigint not null,
      queue_id {text} not null,
      local_id {text} not null,
      message_id bigint not null,
      conversation_id bigint not null,
      sent_at bigint not null,
      primary key (account_id, queue_id, local_id)
    )`,
    'create index message_local_id_sent on message_local_id (sent_at)',
  ],
};
