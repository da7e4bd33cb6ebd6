// Links between the subjects of identity providers and accounts.

import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** A person at an identity provider, by issuer and subject. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** The account that a subject is or was linked to. */
export interface SubjectLink {
  readonly accountId: number;
  /** An ended link does not allow signing in. It still records whose subject this was. */
  readonly hasEnded: boolean;
}

/** The link of a provider's subject; undefined for a subject that never signed in. */
export async function linkOfSubject(
  reader: Reader,
  { issuer, subject }: ProviderSubject,
): Promise<SubjectLink | undefined> {
  const row = await reader.db
    .selectFrom('external_identity')
    .select(['account_id', 'ended_at'])
    .where('organization_id', '=', reader.organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && { accountId: row.account_id, hasEnded: row.ended_at !== null };
}

/** The account that a provider's subject may sign in to; undefined if there is none. */
export async function accountIdOfSubject(
  reader: Reader,
  subject: ProviderSubject,
): Promise<number | undefined> {
  const link = await linkOfSubject(reader, subject);
  return link && !link.hasEnded ? link.accountId : undefined;
}

/** Whether any subject of an issuer may sign in to the account. */
export async function hasSubjectOf(reader: Reader, accountId: number, issuer: string): Promise<boolean> {
  const row = await reader.db
    .selectFrom('external_identity')
    .select('id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Links a subject to an account, replacing an ended link of the subject. */
export async function insertIdentity(
  writer: Writer,
  accountId: number,
  { issuer, subject }: ProviderSubject,
): Promise<void> {
  const link = {
    account_id: accountId,
    created_at: writer.now,
    last_used_at: writer.now,
    ended_at: null,
  };
  await writer.db
    .insertInto('external_identity')
    .values({ organization_id: writer.organizationId, issuer, subject, ...link })
    .onConflict((conflict) => conflict.columns(['organization_id', 'issuer', 'subject']).doUpdateSet(link))
    .execute();
}

/** Records a sign-in with a subject. */
export async function recordIdentityUse(writer: Writer, { issuer, subject }: ProviderSubject): Promise<void> {
  await writer.db
    .updateTable('external_identity')
    .set({ last_used_at: writer.now })
    .where('organization_id', '=', writer.organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/**
 * Ends the links of an account, so that its person is found by address the next time. The subjects stay
 * known, so that they are refused if the account is deactivated.
 */
export async function endIdentities(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .updateTable('external_identity')
    .set({ ended_at: writer.now })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}
