// What providers call people, in the database.

import type { Reader, Writer } from '../../storage/session.ts';

/** Whom a provider means, by the issuer's and its own name for them. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** The account that a provider's subject belongs to; undefined for one that nobody signed in with. */
export async function accountIdOfSubject(
  reader: Reader,
  { issuer, subject }: ProviderSubject,
): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('external_identity')
    .select('account_id')
    .where('organization_id', '=', reader.organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** Whether an account belongs to some subject of an issuer. */
export async function hasSubjectOf(reader: Reader, accountId: number, issuer: string): Promise<boolean> {
  const row = await reader.db
    .selectFrom('external_identity')
    .select('id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps whose account a subject is from now on. */
export async function insertIdentity(
  writer: Writer,
  accountId: number,
  { issuer, subject }: ProviderSubject,
): Promise<void> {
  await writer.db
    .insertInto('external_identity')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      issuer,
      subject,
      created_at: writer.now,
      last_used_at: writer.now,
    })
    .execute();
}

/** Notes that somebody signed in with a subject. */
export async function noteIdentityUsed(writer: Writer, { issuer, subject }: ProviderSubject): Promise<void> {
  await writer.db
    .updateTable('external_identity')
    .set({ last_used_at: writer.now })
    .where('organization_id', '=', writer.organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Forgets all that providers call an account: who signs in next with one is known by their address again. */
export async function forgetIdentities(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .deleteFrom('external_identity')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}
