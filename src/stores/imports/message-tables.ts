// The tables that the messages of an import fill, and the generated columns that it sets.

import { bulkTable } from '../../storage/bulk.ts';

export const messageTables = {
  message: bulkTable('message', 'id'),
  message_edit: bulkTable('message_edit'),
  message_arrival: bulkTable('message_arrival'),
  message_mention: bulkTable('message_mention'),
  message_attachment: bulkTable('message_attachment'),
  submessage: bulkTable('submessage'),
  personal_message: bulkTable('personal_message'),
  read_exception: bulkTable('read_exception'),
} as const;

export type MessageTable = keyof typeof messageTables;
