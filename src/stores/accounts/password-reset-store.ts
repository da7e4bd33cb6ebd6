// Links that set a new password, in the database. Only a hash of a link's key is stored.

import { createHash } from 'node:crypto';
import type { Reader, Writer } from '../../storage/session.ts';

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Keeps a key for an account in place of earlier ones. */
export async function keepPasswordReset(
  writer: Writer,
  key: string,
  accountId: number,
  expiresAt: number,
): Promise<void> {
  await forgetPasswordResets(writer, accountId);
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

/** Whose password a key sets; undefined when it is unknown, used or too old. */
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

/** Makes every link that would set an account's password worthless. */
export async function forgetPasswordResets(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('password_reset').where('account_id', '=', accountId).execute();
}
