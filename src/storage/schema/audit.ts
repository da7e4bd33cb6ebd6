// What is remembered of log-ins and administration.

import type { Generated } from 'kysely';

export interface AuditEntryTable {
  id: Generated<number>;
  organization_id: number;
  created_at: number;
  /** A word of `model/audit/kinds.ts`. */
  kind: string;
  /** Done by a command on the server, by whoever runs it. */
  is_command: number;
  /** Null: a command, the service by itself, or nobody whom it knows. */
  acting_account_id: number | null;
  /** Whom it was done to. */
  account_id: number | null;
  channel_id: number | null;
  group_id: number | null;
  /** Of the network, for log-ins. */
  address: string | null;
  /** How often, where the same within a minute is one entry. */
  times: number;
  /** JSON: what changed, within bounds. */
  details: string;
}
