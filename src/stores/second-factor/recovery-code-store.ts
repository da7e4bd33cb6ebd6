// Recovery codes of accounts, stored as hashes.

import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** Stores the hashes of new recovery codes, replacing all earlier ones. */
export async function replaceRecoveryCodes(
  writer: Writer,
  accountId: number,
  hashes: readonly string[],
): Promise<void> {
  const { db, organizationId } = writer;
  await db
    .deleteFrom('recovery_code')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => ({
    organization_id: organizationId,
    account_id: accountId,
    code_hash: hash,
  }));
  await db.insertInto('recovery_code').values(rows).execute();
}

/** Uses up a recovery code; false if the account has no such code. */
export async function useRecoveryCode(writer: Writer, accountId: number, hash: string): Promise<boolean> {
  const rows = await writer.db
    .deleteFrom('recovery_code')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .execute();
  return rows.length > 0;
}

/** How many recovery codes an account has left. */
export async function countRecoveryCodes(reader: Reader, accountId: number): Promise<number> {
  const { count } = await reader.db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
