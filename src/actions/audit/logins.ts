// Audits logins, including failed ones. Anyone can attempt them at will, so repetitions within a minute are
// counted in one entry.

import type { AuditLoginMethod } from '../../model/audit/login-methods.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { incrementTimes, newestEntries } from '../../stores/audit/audit-store.ts';
import { audit } from './audit.ts';
import { auditRepeated, MERGE_SECONDS } from './repeated.ts';

/** How and from where a login was made or attempted. */
export interface LoginOrigin {
  readonly loginMethod: AuditLoginMethod;
  /** The name of the identity provider or directory. */
  readonly provider?: string | undefined;
  readonly address: string;
}

function auditFields(accountId: number, { loginMethod, provider, address }: LoginOrigin) {
  return { accountId, address, details: { door: loginMethod, ...(provider !== undefined && { provider }) } };
}

/** Records a login. The same login method from the same network within a minute is one entry. */
export async function auditLogin(writer: Writer, accountId: number, origin: LoginOrigin): Promise<void> {
  await auditRepeated(writer, { kind: 'log_in', actingId: accountId, ...auditFields(accountId, origin) });
}

/**
 * Records a failed login. All failures of an account within a minute are one entry, regardless of their
 * source.
 */
export async function auditFailedLogin(
  writer: Writer,
  accountId: number,
  origin: LoginOrigin,
): Promise<void> {
  const kind = 'log_in_failed';
  const [newest] = await newestEntries(writer, accountId, kind, 1);
  const isRecent = newest && newest.created_at > writer.now - MERGE_SECONDS;
  if (isRecent) await incrementTimes(writer, newest.id);
  else await audit(writer, { kind, ...auditFields(accountId, origin) });
}

/** Records that an identity was linked to an account, which it can log in to from now on. */
export async function auditIdentityLinked(
  writer: Writer,
  accountId: number,
  provider: string,
): Promise<void> {
  await audit(writer, { kind: 'provider_bound', actingId: accountId, accountId, details: { provider } });
}
