// Values that bots store between their runs.

import { id, organizationId, text } from './column.ts';
import { deletedWithAccount, included, table } from './table.ts';

export const botStorageTables = {
  /** A value that a bot stores under a name. */
  bot_storage: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      name: text,
      value: text,
    },
    key: ['account_id', 'name'],
    onErasure: deletedWithAccount,
    archive: included,
  }),
} as const;
