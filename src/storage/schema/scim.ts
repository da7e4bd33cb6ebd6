// The data that SCIM clients store about people and groups, in addition to the fields that everyone sees.

import { bit, id, nullable, organizationId, text } from './column.ts';
import { deletedWithAccount, included, kept, table } from './table.ts';

export const scimTables = {
  scim_user: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      external_name: nullable(text),
      /** JSON of the names as they were sent; valid while the account's name is `names_of`. */
      sent_names: text,
      names_of: text,
      /** Removed by SCIM: not listed while the account is deactivated. */
      is_removed: bit,
      /** Deactivated by SCIM, which may therefore reactivate the account. 0 while the account is active. */
      is_deactivated: bit,
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),

  scim_group: table({
    columns: {
      group_id: id('user_group'),
      organization_id: organizationId,
      external_name: nullable(text),
    },
    key: ['group_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),
} as const;
