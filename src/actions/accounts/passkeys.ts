// Passkeys as the second factor of an account: challenges, adding and using. Each challenge counts once, for
// one account and one step; any answer uses it up.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import {
  creationOptions,
  newChallenge,
  requestOptions,
  userHandle,
} from '../../model/passkeys/passkey-options.ts';
import {
  challengeOf,
  type NewPasskeyResponse,
  type PasskeyResponse,
  verifyNewPasskey,
  verifyPasskey,
} from '../../model/passkeys/passkey-responses.ts';
import type { RelyingParty } from '../../model/passkeys/relying-party.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readCreator, requireAccountQuota, takeQuota } from '../../stores/quotas/take-quota.ts';
import {
  consumeChallenge,
  deleteChallenges,
  insertChallenge,
} from '../../stores/second-factor/challenge-store.ts';
import { insertPasskey, passkeysOf, recordPasskeyUse } from '../../stores/second-factor/passkey-store.ts';
import { deletePendingSecret, hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { audit } from '../audit/audit.ts';
import { createFirstCodes } from './recovery-codes.ts';
import { mailPasskeyAdded } from './security-mails.ts';

/**
 * The options with which a browser creates a new passkey for an account. @throws if it has the maximum
 * number
 */
export async function newPasskeyOptions(
  writer: Writer,
  keyring: Keyring,
  account: Pick<Account, 'id' | 'email' | 'fullName'>,
  { relyingParty, step }: { readonly relyingParty: RelyingParty; readonly step: 'add' | 'enrol' },
) {
  const acting = await readCreator(writer, account.id);
  await requireAccountQuota(acting, 'passkeys');
  const registeredPasskeys = await passkeysOf(writer, account.id);
  const challenge = newChallenge();
  await insertChallenge(writer, account.id, { challenge, step });
  const { name } = acting.organization;
  const user = { ...account, handle: userHandle(keyring, writer.organizationId, account.id) };
  return creationOptions({ challenge, relyingParty }, user, name, registeredPasskeys);
}

/**
 * The options with which a browser requests one of an account's passkeys; undefined if none works at this
 * host.
 */
export async function passkeyOptions(
  writer: Writer,
  accountId: number,
  { relyingParty, step }: { readonly relyingParty: RelyingParty; readonly step: 'log-in' | 'prove' },
) {
  const usablePasskeys = (await passkeysOf(writer, accountId)).filter(
    (passkey) => passkey.relyingParty === relyingParty.id,
  );
  if (usablePasskeys.length === 0) return undefined;
  const challenge = newChallenge();
  await insertChallenge(writer, accountId, { challenge, step });
  return requestOptions({ challenge, relyingParty }, usablePasskeys);
}

/** A new passkey, as the browser sent it. */
export interface CreatedPasskey {
  readonly name: string;
  readonly answer: NewPasskeyResponse;
  readonly relyingParty: RelyingParty;
  readonly step: 'add' | 'enrol';
}

export interface AddedPasskey {
  readonly id: number;
  /**
   * Set if it is the account's first second factor; otherwise empty, since the codes already shown stay
   * valid.
   */
  readonly recoveryCodes: readonly string[];
}

/**
 * Adds a passkey and mails the account; undefined if it does not answer a pending challenge.
 * @throws if the passkey is known already, the account has too many, or got a second factor since the
 * login began
 */
export async function addPasskey(
  writer: Writer,
  keyring: Keyring,
  account: Account,
  { name, answer, relyingParty, step }: CreatedPasskey,
): Promise<AddedPasskey | undefined> {
  if (!(await consumeChallenge(writer, account.id, { challenge: challengeOf(answer), step })))
    return undefined;
  const credential = verifyNewPasskey(answer, relyingParty);
  if (!credential) return undefined;
  const isFirst = !(await hasSecondFactor(writer, account.id));
  if (step === 'enrol' && !isFirst)
    throw badRequest(
      'Two-factor authentication was turned on for this account. Log in again with it.',
    ).onPages({ code: 'SECOND_FACTOR_ENABLED' });
  await takeQuota(await readCreator(writer, account.id), 'passkeys');
  const id = await insertPasskey(writer, account.id, { ...credential, name, relyingParty: relyingParty.id });
  if (id === undefined)
    throw badRequest('This passkey is already registered.').onPages({ code: 'PASSKEY_REGISTERED' });
  const ids = { actingId: account.id, accountId: account.id };
  if (isFirst) {
    // Enrollments that were started with the password alone may be an attacker's.
    await deletePendingSecret(writer, account.id);
    await deleteChallenges(writer, account.id);
    await audit(writer, { kind: 'second_factor_on', ...ids });
  }
  await audit(writer, { kind: 'passkey_added', ...ids, details: { name } });
  await mailPasskeyAdded(writer, account, name);
  return { id, recoveryCodes: isFirst ? await createFirstCodes(writer, keyring, account.id) : [] };
}

/** The answer of a passkey, and the step it is for. */
export interface PresentedPasskey {
  readonly passkey: PasskeyResponse;
  readonly relyingParty: RelyingParty;
  readonly step: 'log-in' | 'prove';
}

/** Whether it is the answer of an account's passkey to a pending challenge, which is then used up. */
export async function usePasskey(
  writer: Writer,
  accountId: number,
  { passkey, relyingParty, step }: PresentedPasskey,
): Promise<boolean> {
  if (!(await consumeChallenge(writer, accountId, { challenge: challengeOf(passkey), step }))) return false;
  const storedPasskey = (await passkeysOf(writer, accountId)).find(
    (credential) => credential.credentialId === passkey.id && credential.relyingParty === relyingParty.id,
  );
  if (!storedPasskey) return false;
  const counter = verifyPasskey(passkey, storedPasskey, relyingParty);
  return counter !== undefined && recordPasskeyUse(writer, storedPasskey.id, counter);
}
