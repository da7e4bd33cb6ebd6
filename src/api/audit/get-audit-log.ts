// GET /audit_log: logins and administrative changes, in pages.

import { id, integer, list, oneOf } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { auditEntrySchema, wireAuditEntry } from '../../model/audit/audit-entry.ts';
import { auditKindNames } from '../../model/audit/audit-kinds.ts';
import { readEntries } from '../../stores/audit/audit-store.ts';
import { readOperation } from '../operation.ts';

const moment = integer({ minimum: 0 });

export const getAuditLog = readOperation({
  name: 'get-audit-log',
  method: 'GET',
  path: '/audit_log',
  summary: 'List logins and administrative actions, newest first.',
  access: 'owner',
  parameters: {
    before: optionally(id, 'Only include entries with a lower ID, for the next older page.'),
    after: optionally(
      id,
      'Only include entries with a higher ID. Without `before`, those directly after it.',
    ),
    limit: withDefault(
      integer({ minimum: 1, maximum: limits.auditEntriesPerRequest }),
      limits.auditEntriesPerRequest / 10,
      'Maximum number of entries.',
    ),
    kind: optionally(oneOf(...auditKindNames), 'Only include actions of this kind.'),
    acting_user_id: optionally(id, 'Only include actions by the user with this ID.'),
    affected_user_id: optionally(id, 'Only include actions that affect the user with this ID.'),
    since: optionally(moment, 'Only include actions from this time on, in seconds since 1970.'),
    until: optionally(moment, 'Only include actions up to this time, in seconds since 1970.'),
  },
  result: { entries: list(auditEntrySchema) },
  async handle({ reader }, filter) {
    const rows = await readEntries(reader, {
      ...filter,
      actingId: filter.acting_user_id,
      accountId: filter.affected_user_id,
    });
    return { entries: rows.map(wireAuditEntry) };
  },
});
