// The sessions that people have at their providers behind their sessions here, and the logout tokens that were used.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { seal, unseal } from '../../model/sealed.ts';
import type { ProviderSession } from '../../model/sign-in/identity.ts';
import type { Reader, Writer } from '../../storage/session.ts';

/** A session at a provider, with whose it is. */
export interface BegunWithProvider extends ProviderSession {
  readonly issuer: string;
  readonly subject: string;
}

/** Stores with which session at a provider a session began. */
export async function keepProviderSession(
  writer: Writer,
  keyring: Keyring,
  sessionId: number,
  { issuer, subject, sid, idToken }: BegunWithProvider,
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

/** The provider that a session began with, and its proof of who that was; undefined where it began otherwise. */
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

/** Which sessions have ended at a provider: one that it names, or all of a person. */
export interface EndedAtProvider {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** The sessions here that began with them. Where a provider did not name its session then, all of the person's count. */
export async function sessionsBegunWith(
  reader: Reader,
  { issuer, subject, sid }: EndedAtProvider,
): Promise<{ readonly id: number; readonly accountId: number }[]> {
  let query = reader.db
    .selectFrom('session')
    .select(['id', 'account_id', 'provider_sid'])
    .where('organization_id', '=', reader.organizationId)
    .where('provider_issuer', '=', issuer);
  if (subject !== undefined) query = query.where('provider_subject', '=', subject);
  else query = query.where('provider_sid', '=', sid ?? '');
  const rows = await query.orderBy('id').execute();
  const meant = rows.filter((row) => sid === undefined || [sid, null].includes(row.provider_sid));
  return meant.map((row) => ({ id: row.id, accountId: row.account_id }));
}

/** Notes that a token was used, until it would be too old; gives whether it is for the first time. */
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
