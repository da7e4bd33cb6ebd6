// New email addresses that wait for confirmation. Only a hash of the link's key is stored, so reading the
// database does not suffice to confirm an address.

import { createHash } from 'node:crypto';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

export interface PendingEmail {
  readonly accountId: number;
  readonly newEmail: string;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Stores a pending address, replacing any earlier one of the account. */
export async function insertPendingEmail(
  writer: Writer,
  key: string,
  pending: PendingEmail,
  expiresAt: number,
): Promise<void> {
  await deletePendingEmails(writer, pending.accountId);
  await writer.db
    .insertInto('email_change')
    .values({
      key_hash: hashOf(key),
      organization_id: writer.organizationId,
      account_id: pending.accountId,
      new_email: pending.newEmail,
      expires_at: expiresAt,
    })
    .execute();
}

/** The pending address of a key; undefined if the key is unknown, used or expired. */
export async function findPendingEmail(
  reader: Reader,
  key: string,
  now: number,
): Promise<PendingEmail | undefined> {
  const row = await reader.db
    .selectFrom('email_change')
    .select(['account_id', 'new_email'])
    .where('key_hash', '=', hashOf(key))
    .where('organization_id', '=', reader.organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { accountId: row.account_id, newEmail: row.new_email };
}

/** When the pending confirmation of an account expires; undefined if there is none. */
export async function pendingEmailExpiry(reader: Reader, accountId: number): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('email_change')
    .select('expires_at')
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.expires_at;
}

/** Invalidates all pending confirmations of an account. */
export async function deletePendingEmails(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('email_change').where('account_id', '=', accountId).execute();
}
