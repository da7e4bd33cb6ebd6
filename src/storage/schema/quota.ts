// What accounts created recently, counted against their daily quotas.

import { id, number, organizationId, text } from './column.ts';
import { absent, deletedWithAccount, table } from './table.ts';

export const quotaTables = {
  /** The newest day of 24 hours of an account and a kind: one row per kind that the account ever created. */
  quota_use: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      kind: text,
      /** When the day began, with the first creation in it. */
      began_at: number,
      used: number,
    },
    key: ['account_id', 'kind'],
    onErasure: deletedWithAccount,
    archive: absent('it counts what was created on this server'),
  }),
} as const;
