// Links that set a new password. Only a hash of a link's key is stored.

import { createHash } from 'node:crypto';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Stores a key for an account, replacing earlier ones. */
export async function insertPasswordReset(
  writer: Writer,
  key: string,
  accountId: number,
  expiresAt: number,
): Promise<void> {
  await deletePasswordResets(writer, accountId);
  await writer.db
    .insertInto('password_reset')
    .values({
      key_hash: hashOf(key),
      organization_id: writer.organizationId,
      account_id: accountId,
      expires_at: expiresAt,
    })
    .execute();
}

/** The account whose password a key resets; undefined if the key is unknown, used or expired. */
export async function accountOfPasswordReset(
  reader: Reader,
  key: string,
  now: number,
): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('password_reset')
    .select('account_id')
    .where('key_hash', '=', hashOf(key))
    .where('organization_id', '=', reader.organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.account_id;
}

/** Invalidates all password reset links of an account. */
export async function deletePasswordResets(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('password_reset').where('account_id', '=', accountId).execute();
}
