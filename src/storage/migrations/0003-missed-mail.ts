// Mail about messages that an account missed, replies to such mail, and messages that are still to be deleted after
// their sender was deactivated.

import type { Migration } from './migration.ts';

export const missedMail: Migration = {
  version: 3,
  statements: () => [
    `create table missed_message (
      organization_id bigint not null,
      account_id bigint not null,
      message_id bigint not null,
      cause {text} not null,
      noticed_at bigint not null,
      due_at bigint not null,
      primary key (account_id, message_id)
    ) {withoutRowid}`,
    'create index message_edit_content on message_edit (organization_id, sequence) where prev_content is not null',
    'create index missed_message_due on missed_message (due_at, account_id)',
    'create index subscription_mailed on subscription (channel_id) where email_notifications = 1 and is_active = 1',
    `create table mail_reply (
      id {id},
      token_hash {text} not null,
      organization_id bigint not null,
      account_id bigint not null,
      conversation_id bigint not null,
      message_id bigint not null,
      expires_at bigint not null
    )`,
    'create unique index mail_reply_token on mail_reply (token_hash)',
    'create index mail_reply_expires on mail_reply (organization_id, expires_at)',
    `create table message_erasure (
      id {id},
      organization_id bigint not null,
      account_id bigint not null,
      before_id bigint not null,
      public_channels smallint not null,
      private_channels smallint not null,
      direct_messages smallint not null
    )`,
    'create index message_erasure_organization on message_erasure (organization_id, id)',
  ],
};
