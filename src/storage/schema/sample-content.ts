// The sample content that an administrator added: its channels and its messages.

import { bit, id, organizationId, textOf } from './column.ts';
import { included, kept, table } from './table.ts';

export const sampleContentTables = {
  /** A channel that was created with sample content. */
  sample_channel: table({
    columns: {
      channel_id: id('channel'),
      organization_id: organizationId,
      /** Which channel of the content it is. */
      content: textOf<'project' | 'everyday'>(),
      /** 1 if the content was removed: the channel is archived, and opened again if the content is added again. */
      is_removed: bit,
    },
    key: ['channel_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),

  /** A message of the sample content. */
  sample_message: table({
    columns: {
      message_id: id('message'),
      organization_id: organizationId,
    },
    key: ['message_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
    isOfMessages: true,
  }),
} as const;
