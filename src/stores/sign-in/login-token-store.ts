// Single-use, short-lived tokens with which a desktop app begins a session.

import { limits } from '../../api-contract/limits.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** Stores a token's hash for an account, and deletes expired ones. */
export async function insertLoginToken(
  writer: Writer,
  { id, access_version: accessVersion }: Pick<AccountRow, 'id' | 'access_version'>,
  tokenHash: string,
): Promise<void> {
  await writer.db
    .deleteFrom('login_token')
    .where('organization_id', '=', writer.organizationId)
    .where('expires_at', '<=', writer.now)
    .execute();
  await writer.db
    .insertInto('login_token')
    .values({
      organization_id: writer.organizationId,
      token_hash: tokenHash,
      account_id: id,
      access_version: accessVersion,
      expires_at: writer.now + limits.loginTokenSeconds,
    })
    .execute();
}

/** The account of a token, as of when it was created. */
export interface LoginTokenOwner {
  readonly accountId: number;
  readonly accessVersion: number;
}

/** The account of a token; undefined if the token is unknown, used or expired. */
export async function ownerOfLoginToken(
  reader: Reader,
  tokenHash: string,
  now: number,
): Promise<LoginTokenOwner | undefined> {
  const row = await reader.db
    .selectFrom('login_token')
    .select(['account_id', 'access_version'])
    .where('organization_id', '=', reader.organizationId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { accountId: row.account_id, accessVersion: row.access_version };
}

/** Uses up a token and returns its account; undefined if the token is unknown, used or expired. */
export async function consumeLoginToken(
  writer: Writer,
  tokenHash: string,
): Promise<LoginTokenOwner | undefined> {
  const row = await writer.db
    .deleteFrom('login_token')
    .where('organization_id', '=', writer.organizationId)
    .where('token_hash', '=', tokenHash)
    .returning(['account_id', 'access_version', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= writer.now) return undefined;
  return { accountId: row.account_id, accessVersion: row.access_version };
}
