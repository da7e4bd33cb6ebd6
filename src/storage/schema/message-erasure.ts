// Messages that remain to be deleted because their sender was deactivated.

import { beforeMessage, bit, generated, id, number, organizationId } from './column.ts';
import { changedByStage, included, table } from './table.ts';

export const messageErasureTables = {
  message_erasure: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The sender of the messages. */
      account_id: id('account'),
      /** Messages with lower ids remain; it decreases with every batch. */
      before_id: beforeMessage,
      public_channels: bit,
      private_channels: bit,
      direct_messages: bit,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),
} as const;
