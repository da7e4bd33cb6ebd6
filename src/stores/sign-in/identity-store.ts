// What providers call people, in the database.

import type { Reader, Writer } from '../../storage/session.ts';

/** Whom a provider means, by the issuer's and its own name for them. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** The account that a subject is tied to, or was. */
export interface SubjectTie {
  readonly accountId: number;
  /** An ended tie opens nothing. It still says whose subject this was. */
  readonly hasEnded: boolean;
}

/** The tie of a provider's subject; undefined for a subject that never signed in. */
export async function tieOfSubject(
  reader: Reader,
  { issuer, subject }: ProviderSubject,
): Promise<SubjectTie | undefined> {
  const row = await reader.db
    .selectFrom('external_identity')
    .select(['account_id', 'ended_at'])
    .where('organization_id', '=', reader.organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && { accountId: row.account_id, hasEnded: row.ended_at !== null };
}

/** The account that a provider's subject opens; undefined for a subject that opens none. */
export async function accountIdOfSubject(
  reader: Reader,
  subject: ProviderSubject,
): Promise<number | undefined> {
  const tie = await tieOfSubject(reader, subject);
  return tie && !tie.hasEnded ? tie.accountId : undefined;
}

/** Whether some subject of an issuer opens an account. */
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

/** Ties a subject to an account, in place of a tie of the subject that has ended. */
export async function insertIdentity(
  writer: Writer,
  accountId: number,
  { issuer, subject }: ProviderSubject,
): Promise<void> {
  const tie = {
    account_id: accountId,
    created_at: writer.now,
    last_used_at: writer.now,
    ended_at: null,
  };
  await writer.db
    .insertInto('external_identity')
    .values({ organization_id: writer.organizationId, issuer, subject, ...tie })
    .onConflict((conflict) => conflict.columns(['organization_id', 'issuer', 'subject']).doUpdateSet(tie))
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

/**
 * Ends the ties of an account: its person is found by their address the next time. The subjects stay known, so that they are
 * still refused once the account is deactivated.
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
