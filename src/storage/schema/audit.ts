// The audit log: logins and administration.

import { converted, generated, id, nullable, number, organizationId, text } from './column.ts';
import { changedByStage, included, table } from './table.ts';

export const auditTables = {
  audit_entry: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      created_at: number,
      /** A kind of `model/audit/audit-kinds.ts`. */
      kind: converted(text, 'audit kind'),
      /** Whether an operator ran a command for it. */
      is_command: number,
      /** Null: a command, the service itself, or an unidentified person. */
      acting_account_id: nullable(id('account')),
      /** The account that the action concerns. */
      account_id: nullable(id('account')),
      channel_id: nullable(id('channel')),
      group_id: nullable(id('user_group')),
      /** The network address, for logins. */
      address: nullable(text),
      /** The number of occurrences: identical ones within a minute share an entry. */
      times: number,
      /** JSON: what changed, of bounded size. */
      details: converted(text, 'audit details'),
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),
} as const;
