// An entry of the audit log in its wire form.

import {
  anyText,
  boolean,
  type Decoded,
  id,
  integer,
  nullable,
  oneOf,
  openRecord,
  record,
} from '../../api-contract/codec.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Row } from '../../storage/schema.ts';
import { type AuditKind, auditKindNames } from './audit-kinds.ts';

export const auditEntrySchema = record({
  id,
  timestamp: integer({ minimum: 0 }),
  kind: oneOf(...auditKindNames),
  by_command: boolean,
  acting_user_id: nullable(id),
  affected_user_id: nullable(id),
  stream_id: nullable(id),
  group_id: nullable(id),
  ip_address: nullable(anyText),
  count: integer({ minimum: 1 }),
  details: openRecord({}),
});

export type WireAuditEntry = Decoded<typeof auditEntrySchema>;

export type AuditEntryRow = Row<'audit_entry'>;

export function wireAuditEntry(row: AuditEntryRow): WireAuditEntry {
  return {
    id: row.id,
    timestamp: row.created_at,
    kind: row.kind as AuditKind,
    by_command: row.is_command === 1,
    acting_user_id: row.acting_account_id,
    affected_user_id: row.account_id,
    stream_id: row.channel_id,
    group_id: row.group_id,
    ip_address: row.address,
    count: row.times,
    details: parseColumn(row.details),
  };
}
