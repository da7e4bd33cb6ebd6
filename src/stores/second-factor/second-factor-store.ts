// Authenticators of accounts, and whether an account has a second factor: an authenticator or a passkey.

import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';
import { deleteChallenges } from './challenge-store.ts';
import { deletePasskeys, hasPasskey, isPasskeyInUse } from './passkey-store.ts';
import { replaceRecoveryCodes } from './recovery-code-store.ts';

/** The authenticator of an account, active or pending; undefined if there is neither. */
export function secondFactorOf(
  reader: Reader,
  accountId: number,
): Promise<Schema['second_factor'] | undefined> {
  return reader.db
    .selectFrom('second_factor')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Whether an account has an active authenticator. */
export async function hasAuthenticator(reader: Reader, accountId: number): Promise<boolean> {
  return (await secondFactorOf(reader, accountId))?.secret_sealed != null;
}

/** Whether an account has an active authenticator or a passkey, one of which must be used. */
export async function hasSecondFactor(reader: Reader, accountId: number): Promise<boolean> {
  return (await hasAuthenticator(reader, accountId)) || (await hasPasskey(reader, accountId));
}

/** Whether any account of the organization has a second factor. */
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

/** Stores the secret of an authenticator that waits for its first code, replacing another pending one. */
export async function putPendingSecret(
  writer: Writer,
  accountId: number,
  pending: { readonly sealed: string; readonly until: number },
): Promise<void> {
  const columns = { new_secret_sealed: pending.sealed, new_until: pending.until };
  await writer.db
    .insertInto('second_factor')
    .values({
      account_id: accountId,
      organization_id: writer.organizationId,
      secret_sealed: null,
      used_step: null,
      confirmed_at: null,
      ...columns,
    })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}

/** Deletes the pending secret; the active authenticator stays. */
export async function deletePendingSecret(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .updateTable('second_factor')
    .set({ new_secret_sealed: null, new_until: null })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Activates the authenticator whose first code was entered; the code of this step is used up. */
export async function activateSecret(
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

/**
 * Uses up the code of a step; false if it or a later one was already used, for example by a concurrent
 * login.
 */
export async function useCodeStep(writer: Writer, accountId: number, step: number): Promise<boolean> {
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

/**
 * Removes an account's authenticator, passkeys, recovery codes and challenges; returns whether there was an
 * active second factor.
 */
export async function removeSecondFactor(writer: Writer, accountId: number): Promise<boolean> {
  await replaceRecoveryCodes(writer, accountId, []);
  await deleteChallenges(writer, accountId);
  const hadPasskey = await deletePasskeys(writer, accountId);
  return (await removeAuthenticator(writer, accountId)) || hadPasskey;
}

/** Removes an account's authenticator; returns whether it was active. */
export async function removeAuthenticator(writer: Writer, accountId: number): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('second_factor')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .returning('secret_sealed')
    .executeTakeFirst();
  return row?.secret_sealed != null;
}
