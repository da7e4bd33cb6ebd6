// How much accounts created recently, counted against their daily quotas.

import { id, number, organizationId, text } from './column.ts';
import { absent, deletedWithAccount, table } from './table.ts';

export const quotaTables = {
  /**
   * How much of a kind an account created in 24 hours, counted from the first creation. There is one row per account
   * and kind, for its latest such period.
   */
  quota_use: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      kind: text,
      /** The time of the first creation in the period. */
      began_at: number,
      used: number,
    },
    key: ['account_id', 'kind'],
    onErasure: deletedWithAccount,
    archive: absent('it counts what was created on this server'),
  }),
} as const;
