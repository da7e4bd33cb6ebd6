// The accounts of a directory's people, and those that its sync deactivated.

import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** An account with its subject in the directory. */
export interface DirectoryAccount {
  readonly accountId: number;
  readonly subject: string;
}

/**
 * The active accounts that people log in to through a directory, or one of them. A new API key ends the link
 * to the person; an account without a password still belongs to its last person until the next login links
 * it again.
 */
export async function accountsOfDirectory(
  reader: Reader,
  issuer: string,
  accountId?: number,
): Promise<DirectoryAccount[]> {
  const rows = await reader.db
    .selectFrom('external_identity')
    .innerJoin('account', 'account.id', 'external_identity.account_id')
    .select(['external_identity.account_id', 'external_identity.subject', 'external_identity.ended_at'])
    .where('external_identity.organization_id', '=', reader.organizationId)
    .where('external_identity.issuer', '=', issuer)
    .where('account.is_active', '=', 1)
    .where((by) => by.or([by('ended_at', 'is', null), by('account.password_hash', 'is', null)]))
    .$if(accountId !== undefined, (query) => query.where('account.id', '=', accountId ?? 0))
    .orderBy('external_identity.account_id')
    .orderBy('external_identity.ended_at')
    .orderBy('external_identity.id')
    .execute();
  const last = new Map<number, (typeof rows)[number]>();
  for (const row of rows) last.set(row.account_id, row);
  // Links that have not ended have null, which the engines sort differently.
  for (const row of rows) if (row.ended_at === null) last.set(row.account_id, row);
  return [...last.values()].map((row) => ({ accountId: row.account_id, subject: row.subject }));
}

/** The accounts that the sync deactivated and that were not reactivated since. */
export async function deactivatedByDirectory(reader: Reader, issuer: string): Promise<DirectoryAccount[]> {
  const rows = await reader.db
    .selectFrom('directory_deactivation')
    .innerJoin('account', 'account.id', 'directory_deactivation.account_id')
    .select(['directory_deactivation.account_id', 'directory_deactivation.subject'])
    .where('directory_deactivation.organization_id', '=', reader.organizationId)
    .where('directory_deactivation.issuer', '=', issuer)
    .where('account.is_active', '=', 0)
    .orderBy('directory_deactivation.account_id')
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, subject: row.subject }));
}

/** Records that the sync deactivated an account. */
export async function recordDirectoryDeactivation(
  writer: Writer,
  { accountId, subject }: DirectoryAccount,
  issuer: string,
): Promise<void> {
  const values = { issuer, subject, deactivated_at: writer.now };
  await writer.db
    .insertInto('directory_deactivation')
    .values({ account_id: accountId, organization_id: writer.organizationId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Deletes the record, since the account is active again. */
export async function deleteDirectoryDeactivation(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .deleteFrom('directory_deactivation')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}
