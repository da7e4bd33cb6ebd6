// When people were active, and their status.

import { converted, id, nullable, number, organizationId, text } from './column.ts';
import { deletedWithAccount, included, table } from './table.ts';

export const presenceTables = {
  presence: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      active_at: nullable(number),
      idle_at: nullable(number),
      update_id: number,
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),

  user_status: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      status_text: text,
      emoji_name: text,
      emoji_code: converted(text, 'emoji code'),
      reaction_type: text,
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),
} as const;
