// GET /audit_log: log-ins and administrative changes, in pages.

import { id, integer, list, oneOf } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { auditEntrySchema, wireAuditEntry } from '../../model/audit/entry.ts';
import { auditKindNames } from '../../model/audit/kinds.ts';
import { readEntries } from '../../stores/audit/audit-store.ts';
import { readOperation } from '../operation.ts';

const moment = integer({ minimum: 0 });

export const getAuditLog = readOperation({
  name: 'get-audit-log',
  method: 'GET',
  path: '/audit_log',
  summary: 'List log-ins and administrative acts, the newest first.',
  access: 'owner',
  parameters: {
    before: optionally(id, 'Only entries with a smaller id: the next older page.'),
    after: optionally(id, 'Only entries with a greater id; without `before`, those that follow it.'),
    limit: withDefault(
      integer({ minimum: 1, maximum: limits.auditEntriesPerRequest }),
      limits.auditEntriesPerRequest / 10,
      'How many at most.',
    ),
    kind: optionally(oneOf(...auditKindNames), 'Only acts of this kind.'),
    acting_user_id: optionally(id, 'Only what this account did.'),
    affected_user_id: optionally(id, 'Only what was done to this account.'),
    since: optionally(moment, 'Only from this moment on, in seconds since 1970.'),
    until: optionally(moment, 'Only up to this moment, in seconds since 1970.'),
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
