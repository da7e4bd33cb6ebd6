// What passkeys are to sign, in the database, so that each counts once at all servers that share it.

import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/session.ts';

/**
 * For what a passkey answers: to be added in the settings or while logging in, to log in after the password, or to show in the
 * settings that it is they.
 */
export type PasskeyStep = 'add' | 'enrol' | 'log-in' | 'prove';

function ofAccount({ db, organizationId }: Writer, accountId: number) {
  return db
    .deleteFrom('passkey_challenge')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId);
}

/**
 * Makes room for one more: those that are too old go, and the oldest of its step where there are too many. So nobody pushes out
 * what another step waits for.
 */
async function makeRoom(writer: Writer, accountId: number, step: PasskeyStep): Promise<void> {
  await ofAccount(writer, accountId).where('expires_at', '<=', writer.now).execute();
  await ofAccount(writer, accountId)
    .where('step', '=', step)
    .where('challenge', 'not in', ({ selectFrom }) =>
      selectFrom('passkey_challenge')
        .select('challenge')
        .where('organization_id', '=', writer.organizationId)
        .where('account_id', '=', accountId)
        .where('step', '=', step)
        .orderBy('expires_at', 'desc')
        .limit(limits.passkeyChallengesPerAccount - 1),
    )
    .execute();
}

/** Keeps a challenge of an account for a step. */
export async function keepChallenge(
  writer: Writer,
  accountId: number,
  { challenge, step }: { readonly challenge: string; readonly step: PasskeyStep },
): Promise<void> {
  await makeRoom(writer, accountId, step);
  await writer.db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      organization_id: writer.organizationId,
      account_id: accountId,
      step,
      expires_at: writer.now + limits.passkeyChallengeSeconds,
    })
    .execute();
}

/** Uses a challenge up; false where none of the account waits for that step, or no longer. */
export async function takeChallenge(
  writer: Writer,
  accountId: number,
  { challenge, step }: { readonly challenge: string; readonly step: PasskeyStep },
): Promise<boolean> {
  const row = await ofAccount(writer, accountId)
    .where('challenge', '=', challenge)
    .returning(['step', 'expires_at'])
    .executeTakeFirst();
  return row !== undefined && row.step === step && row.expires_at > writer.now;
}

/** Forgets all challenges of an account. */
export async function forgetChallenges(writer: Writer, accountId: number): Promise<void> {
  await ofAccount(writer, accountId).execute();
}
