// The audit log: logins and administration.

import type { Generated } from 'kysely';

export interface AuditEntryTable {
  id: Generated<number>;
  organization_id: number;
  created_at: number;
  /** A kind of `model/audit/audit-kinds.ts`. */
  kind: string;
  /** Whether an administrator of the server did it by a command. */
  is_command: number;
  /** Null: a command, the service itself, or an unidentified person. */
  acting_account_id: number | null;
  /** The account that it was done to. */
  account_id: number | null;
  channel_id: number | null;
  group_id: number | null;
  /** The network address, for logins. */
  address: string | null;
  /** The number of occurrences: identical ones within a minute share an entry. */
  times: number;
  /** JSON: what changed, of bounded size. */
  details: string;
}
