// Log-ins in the audit log, those that failed too. They come from outside, as often as somebody likes: what happens again
// within a minute is counted in one entry.

import type { AuditDoor } from '../../model/audit/doors.ts';
import type { Writer } from '../../storage/session.ts';
import { countAgain, newestEntries } from '../../stores/audit/audit-store.ts';
import { audit } from './audit.ts';
import { auditRepeated, TOGETHER_SECONDS } from './repeated.ts';

/** Where somebody came in, or tried to. */
export interface Entrance {
  readonly door: AuditDoor;
  /** The name of the provider or directory that vouched for them. */
  readonly provider?: string | undefined;
  readonly address: string;
}

function toldOf(accountId: number, { door, provider, address }: Entrance) {
  return { accountId, address, details: { door, ...(provider !== undefined && { provider }) } };
}

/** Tells a log-in. The same by the same way from the same network within a minute is one entry. */
export async function auditLogIn(writer: Writer, accountId: number, entrance: Entrance): Promise<void> {
  await auditRepeated(writer, { kind: 'log_in', actingId: accountId, ...toldOf(accountId, entrance) });
}

/** Tells an attempt that failed. All of an account within a minute are one entry, wherever they come from. */
export async function auditFailedLogIn(writer: Writer, accountId: number, entrance: Entrance): Promise<void> {
  const kind = 'log_in_failed';
  const [newest] = await newestEntries(writer, accountId, kind, 1);
  const isRecent = newest && newest.created_at > writer.now - TOGETHER_SECONDS;
  if (isRecent) await countAgain(writer, newest.id);
  else await audit(writer, { kind, ...toldOf(accountId, entrance) });
}

/** Tells that from now on a person of a provider or directory logs in to an account. */
export async function auditBinding(writer: Writer, accountId: number, provider: string): Promise<void> {
  await audit(writer, { kind: 'provider_bound', actingId: accountId, accountId, details: { provider } });
}
