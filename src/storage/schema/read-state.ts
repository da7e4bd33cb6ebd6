// The state of messages for a person: flags, and read marks with exceptions.

import { bit, id, number, organizationId, throughMessage } from './column.ts';
import { deletedInBatches, included, table } from './table.ts';

export const readStateTables = {
  /** The flags of a message for an account; there is no row if there are none. */
  personal_message: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      message_id: id('message'),
      /** Bits of `model/messages/message-flags.ts`. */
      flags: number,
    },
    key: ['account_id', 'message_id'],
    onErasure: deletedInBatches('message_id'),
    archive: included,
    isOfMessages: true,
    personalExport: {
      as: 'starred_messages',
      owner: 'account_id',
      fields: {
        message_id: 'message_id',
      },
      orderBy: ['message_id'],
      where: '(flags & 1) <> 0',
    },
  }),

  /** The message up to which a person has read a conversation; without a row, the account's `read_base`. */
  read_state: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      conversation_id: id('conversation'),
      read_through: throughMessage,
    },
    key: ['account_id', 'conversation_id'],
    onErasure: deletedInBatches('conversation_id'),
    archive: included,
  }),

  /** Exceptions from read marks: single messages read above the mark, or unread below it. They survive moves. */
  read_exception: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      message_id: id('message'),
      conversation_id: id('conversation'),
      is_read: bit,
    },
    key: ['account_id', 'message_id'],
    onErasure: deletedInBatches('message_id'),
    archive: included,
    isOfMessages: true,
  }),
} as const;
