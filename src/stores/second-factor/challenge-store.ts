// Passkey challenges, in the database so that each can be used only once across all servers.

import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/**
 * The step for which a passkey signs a challenge: adding it in the settings (`add`) or while logging in (`enrol`),
 * logging in after the password, or confirming the person's identity in the settings (`prove`).
 */
export type PasskeyStep = 'add' | 'enrol' | 'log-in' | 'prove';

function ofAccount({ db, organizationId }: Writer, accountId: number) {
  return db
    .deleteFrom('passkey_challenge')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId);
}

/**
 * Deletes expired challenges, and the oldest of the step beyond its limit, so that steps do not displace each
 * other's challenges.
 */
async function evictChallenges(writer: Writer, accountId: number, step: PasskeyStep): Promise<void> {
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

/** Stores a challenge of an account for a step. */
export async function insertChallenge(
  writer: Writer,
  accountId: number,
  { challenge, step }: { readonly challenge: string; readonly step: PasskeyStep },
): Promise<void> {
  await evictChallenges(writer, accountId, step);
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

/** Uses up a challenge; false if the account has no such valid challenge for that step. */
export async function consumeChallenge(
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

export async function deleteChallenges(writer: Writer, accountId: number): Promise<void> {
  await ofAccount(writer, accountId).execute();
}
