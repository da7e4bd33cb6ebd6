// Mail about missed messages, and replies to it.

import { generated, id, nullable, number, organizationId, text } from './column.ts';
import { absent, deletedInBatches, deletedWithAccount, kept, table } from './table.ts';

export const missedMailTables = {
  /** A message that an account is mailed about unless it is read first. */
  missed_message: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      message_id: id('message'),
      /** The reason: see `model/notifications/notification-rules.ts`. */
      cause: text,
      /** When it became relevant: its sending, or the edit that added the mention. */
      noticed_at: number,
      /** When the mail is sent; the same for all of an account's rows in one mail. */
      due_at: number,
    },
    key: ['account_id', 'message_id'],
    onErasure: deletedInBatches('message_id'),
    archive: absent('it is work in progress of the server'),
  }),

  /** A message that very many people may have missed. */
  missed_by_many: table({
    columns: {
      organization_id: organizationId,
      message_id: id('message'),
      /** The log position of the edit that mentioned them; null for the message itself. */
      edit_sequence: nullable(number),
      noticed_at: number,
      /** The collecting time of the people who are processed next. */
      collecting_seconds: number,
      /** Of those people, accounts up to this id are done. */
      after_account_id: number,
      due_at: number,
    },
    key: ['message_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it is work in progress of the server'),
  }),

  /** An address that receives one person's replies to one conversation. */
  mail_reply: table({
    columns: {
      id: generated(number),
      token_hash: text,
      organization_id: organizationId,
      account_id: id('account'),
      conversation_id: id('conversation'),
      /** The newest message in the mail; replies follow it if it was moved. */
      message_id: id('message'),
      expires_at: number,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
    isEmptiedWithSecret: true,
  }),
} as const;
