// The identity provider's sessions behind sessions here, and the logout tokens already used.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { seal, unseal } from '../../model/sealed.ts';
import type { ProviderSession } from '../../model/sign-in/identity.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** A session at a provider with its subject. */
export interface SubjectSession extends ProviderSession {
  readonly issuer: string;
  readonly subject: string;
}

/** Stores the provider's session with which a session began. */
export async function setProviderSession(
  writer: Writer,
  keyring: Keyring,
  sessionId: number,
  { issuer, subject, sid, idToken }: SubjectSession,
): Promise<void> {
  await writer.db
    .updateTable('session')
    .set({
      provider_issuer: issuer,
      provider_subject: subject,
      provider_sid: sid ?? null,
      id_token_sealed: idToken === undefined ? null : seal(keyring, 'id-token', idToken),
    })
    .where('id', '=', sessionId)
    .execute();
}

/** The provider that a session began with, and its ID token; undefined if it began otherwise. */
export async function providerOfSession(
  reader: Reader,
  keyring: Keyring,
  sessionId: number,
): Promise<{ readonly issuer: string; readonly idToken: string | undefined } | undefined> {
  const row = await reader.db
    .selectFrom('session')
    .select(['provider_issuer', 'id_token_sealed'])
    .where('organization_id', '=', reader.organizationId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!row || row.provider_issuer === null) return undefined;
  const sealed = row.id_token_sealed;
  return {
    issuer: row.provider_issuer,
    idToken: sealed === null ? undefined : unseal(keyring, 'id-token', sealed),
  };
}

/** The sessions that a provider has ended: a named one, or all of a subject. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/**
 * The sessions here that began with the ended ones. Sessions for which the provider gave no session id all
 * match.
 */
export async function sessionsOfLogout(
  reader: Reader,
  { issuer, subject, sid }: ProviderLogout,
): Promise<{ readonly id: number; readonly accountId: number }[]> {
  let query = reader.db
    .selectFrom('session')
    .select(['id', 'account_id', 'provider_sid'])
    .where('organization_id', '=', reader.organizationId)
    .where('provider_issuer', '=', issuer);
  if (subject !== undefined) query = query.where('provider_subject', '=', subject);
  else query = query.where('provider_sid', '=', sid ?? '');
  const rows = await query.orderBy('id').execute();
  const endedRows = rows.filter((row) => sid === undefined || [sid, null].includes(row.provider_sid));
  return endedRows.map((row) => ({ id: row.id, accountId: row.account_id }));
}

/** Records that a logout token was used, until it expires; returns whether this is its first use. */
export async function useLogoutToken(
  writer: Writer,
  { tokenHash, expiresAt }: { readonly tokenHash: string; readonly expiresAt: number },
): Promise<boolean> {
  const { organizationId, now } = writer;
  await writer.db
    .deleteFrom('used_logout_token')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '<=', now)
    .execute();
  const row = await writer.db
    .insertInto('used_logout_token')
    .values({ organization_id: organizationId, token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['organization_id', 'token_hash']).doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}
