// Messages and topics that are pinned for everyone. A pin follows its message or topic when that is moved.

import { generated, id, nullable, number, organizationId } from './column.ts';
import { included, kept, table } from './table.ts';

export const pinTables = {
  pinned_message: table({
    columns: {
      /** A later pin has a higher id. */
      id: generated(number),
      organization_id: organizationId,
      message_id: id('message'),
      /** The conversation that the message is in. */
      conversation_id: id('conversation'),
      /** The channel that the message is in; null for direct messages. */
      channel_id: nullable(id('channel')),
      /** The account that pinned it. */
      account_id: id('account'),
      pinned_at: number,
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
    isOfMessages: true,
  }),

  /** A message about whose pinning a notice was posted: pinning it again posts none. */
  pin_notice: table({
    columns: {
      message_id: id('message'),
      organization_id: organizationId,
    },
    key: ['message_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
    isOfMessages: true,
  }),

  /** A topic that has messages, in a channel whose history its subscribers share. */
  pinned_topic: table({
    columns: {
      /** A later pin has a higher id. */
      id: generated(number),
      organization_id: organizationId,
      /** The channel that the topic is in. */
      channel_id: id('channel'),
      conversation_id: id('conversation'),
      /** The account that pinned it. */
      account_id: id('account'),
      pinned_at: number,
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),
} as const;
