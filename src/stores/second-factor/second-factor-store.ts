// The authenticators of accounts, in the database; and whether an account has a second factor, be it an authenticator or a
// passkey.

import type { SecondFactorTable } from '../../storage/schema.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { forgetChallenges } from './challenge-store.ts';
import { deletePasskeys, hasPasskey, isPasskeyInUse } from './passkey-store.ts';
import { replaceRecoveryCodes } from './recovery-code-store.ts';

/** What is kept of an account's authenticator; undefined where it has none and awaits none. */
export function secondFactorOf(reader: Reader, accountId: number): Promise<SecondFactorTable | undefined> {
  return reader.db
    .selectFrom('second_factor')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Whether an account has an authenticator that counts. */
export async function hasAuthenticator(reader: Reader, accountId: number): Promise<boolean> {
  return (await secondFactorOf(reader, accountId))?.secret_sealed != null;
}

/** Whether an account has an authenticator or a passkey, of which one has to be used. */
export async function hasSecondFactor(reader: Reader, accountId: number): Promise<boolean> {
  return (await hasAuthenticator(reader, accountId)) || (await hasPasskey(reader, accountId));
}

/** Whether anybody has a second factor that has to be used. */
export async function isSecondFactorInUse(reader: Reader): Promise<boolean> {
  const row = await reader.db
    .selectFrom('second_factor')
    .select('account_id')
    .where('organization_id', '=', reader.organizationId)
    .where('secret_sealed', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined || (await isPasskeyInUse(reader));
}

/** Keeps the secret of an authenticator that waits for its first code, in place of another one that does. */
export async function keepNewSecret(
  writer: Writer,
  accountId: number,
  awaited: { readonly sealed: string; readonly until: number },
): Promise<void> {
  const kept = { new_secret_sealed: awaited.sealed, new_until: awaited.until };
  await writer.db
    .insertInto('second_factor')
    .values({
      account_id: accountId,
      organization_id: writer.organizationId,
      secret_sealed: null,
      used_step: null,
      confirmed_at: null,
      ...kept,
    })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute();
}

/** Awaits no first code any more; the authenticator that counts goes on. */
export async function forgetNewSecret(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .updateTable('second_factor')
    .set({ new_secret_sealed: null, new_until: null })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Has the authenticator count from now on whose first code was awaited; the code of this step is used. */
export async function switchSecretOn(
  writer: Writer,
  accountId: number,
  { sealed, step }: { readonly sealed: string; readonly step: number },
): Promise<void> {
  await writer.db
    .updateTable('second_factor')
    .set({
      secret_sealed: sealed,
      used_step: step,
      confirmed_at: writer.now,
      new_secret_sealed: null,
      new_until: null,
    })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Notes that the code of a step is used; false where it was already, or a later one: by another log-in at the same moment. */
export async function useStep(writer: Writer, accountId: number, step: number): Promise<boolean> {
  const rows = await writer.db
    .updateTable('second_factor')
    .set({ used_step: step })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .where('used_step', '<', step)
    .returning('account_id')
    .execute();
  return rows.length > 0;
}

/** Removes an account's authenticator, passkeys and recovery codes, and what was begun; gives whether one of the former counted. */
export async function removeSecondFactor(writer: Writer, accountId: number): Promise<boolean> {
  await replaceRecoveryCodes(writer, accountId, []);
  await forgetChallenges(writer, accountId);
  const hadPasskey = await deletePasskeys(writer, accountId);
  return (await removeAuthenticator(writer, accountId)) || hadPasskey;
}

/** Removes an account's authenticator; gives whether it counted. */
export async function removeAuthenticator(writer: Writer, accountId: number): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('second_factor')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .returning('secret_sealed')
    .executeTakeFirst();
  return row?.secret_sealed != null;
}
