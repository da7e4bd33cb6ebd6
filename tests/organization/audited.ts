// The audit log entries of an action.

import type { WireAuditEntry } from '../../src/model/audit/audit-entry.ts';
import type { ApiClient, Json } from '../support/client.ts';

/** An entry without id, time and empty fields. */
export type AuditedEntry = Partial<Omit<WireAuditEntry, 'id' | 'timestamp' | 'details'>> & { details: Json };

function shortened({ id: _, timestamp: __, ...entry }: WireAuditEntry): AuditedEntry {
  const presentFields = Object.entries(entry).filter(
    ([name, value]) => value !== null && value !== false && !(name === 'count' && value === 1),
  );
  return Object.fromEntries(presentFields) as AuditedEntry;
}

/** Runs an action; returns the audit log entries since then, oldest first. */
export async function audited(owner: ApiClient, act: () => Promise<unknown>): Promise<AuditedEntry[]> {
  const [newest] = (await owner.ok('GET', '/audit_log', { limit: 1 })).entries;
  await act();
  const { entries } = await owner.ok('GET', '/audit_log', { after: newest?.id ?? 0, limit: 1000 });
  return entries.toReversed().map(shortened);
}
