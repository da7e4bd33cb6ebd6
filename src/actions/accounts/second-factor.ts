// The second factor of an account: an authenticator or a passkey required after the password, and recovery
// codes for when they are lost. Everything happens inside a unit of work, so no code counts twice, on any
// server.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { seal, unseal } from '../../model/sealed.ts';
import { secretText } from '../../model/second-factor/enrolment.ts';
import { matchingStep, newAuthenticatorSecret } from '../../model/second-factor/one-time-code.ts';
import { recoveryCodeHash } from '../../model/second-factor/recovery-code.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { deleteChallenges } from '../../stores/second-factor/challenge-store.ts';
import { deletePasskey, hasPasskey } from '../../stores/second-factor/passkey-store.ts';
import { useRecoveryCode } from '../../stores/second-factor/recovery-code-store.ts';
import {
  activateSecret,
  hasAuthenticator,
  hasSecondFactor,
  putPendingSecret,
  removeAuthenticator,
  removeSecondFactor,
  secondFactorOf,
  useCodeStep,
} from '../../stores/second-factor/second-factor-store.ts';
import { clearWrongCodes } from '../../stores/second-factor/wrong-code-store.ts';
import { audit } from '../audit/audit.ts';
import { endIssuedAccess } from './end-access.ts';
import { type PresentedPasskey, usePasskey } from './passkeys.ts';
import { createFirstCodes } from './recovery-codes.ts';
import { checkMayRemoveLast } from './second-factor-requirement.ts';
import {
  mailAuthenticatorRemoved,
  mailPasskeyRemoved,
  mailSecondFactorOff,
  mailSecondFactorOn,
} from './security-mails.ts';

/** The unsealed secret; undefined if it was sealed under another server secret. */
function unsealSecret(keyring: Keyring, sealed: string | null | undefined): Buffer | undefined {
  const text = sealed == null ? undefined : unseal(keyring, 'second-factor', sealed);
  return text === undefined ? undefined : Buffer.from(text, 'base64url');
}

/**
 * Creates a secret for an authenticator, which takes effect with its first code; the current one stays valid
 * until then.
 */
export async function beginEnrolment(writer: Writer, keyring: Keyring, accountId: number): Promise<Buffer> {
  const secret = newAuthenticatorSecret();
  await putPendingSecret(writer, accountId, {
    sealed: seal(keyring, 'second-factor', secret.toString('base64url')),
    until: writer.now + limits.enrolmentSeconds,
  });
  return secret;
}

/**
 * Like `beginEnrolment`, for a person known only by the password; undefined if a code is required first.
 */
export async function beginFirstEnrolment(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
): Promise<Buffer | undefined> {
  if (await hasSecondFactor(writer, accountId)) return undefined;
  return beginEnrolment(writer, keyring, accountId);
}

/** An account whose first code is awaited. */
export interface PendingEnrolment {
  readonly accountId: number;
  /**
   * The secret that was shown during the login, the only one that may be confirmed; undefined after the
   * login.
   */
  readonly shownSecret?: string | undefined;
}

/**
 * The secret whose first code is awaited. @throws if none is, it has expired, or differs from the one
 * shown
 */
export async function pendingSecret(
  reader: Reader,
  keyring: Keyring,
  { accountId, shownSecret }: PendingEnrolment,
  now: number,
): Promise<Buffer> {
  if (shownSecret !== undefined && (await hasSecondFactor(reader, accountId)))
    throw badRequest(
      'Two-factor authentication was turned on for this account. Log in again with it.',
    ).onPages({ code: 'SECOND_FACTOR_ENABLED' });
  const secondFactor = await secondFactorOf(reader, accountId);
  const secret =
    (secondFactor?.new_until ?? 0) > now ? unsealSecret(keyring, secondFactor?.new_secret_sealed) : undefined;
  if (!secret)
    throw badRequest('No setup of an authenticator is in progress. Start again.').onPages({
      code: 'AUTHENTICATOR_SETUP_LOST',
    });
  if (shownSecret !== undefined && secretText(secret) !== shownSecret)
    throw badRequest('The setup of another authenticator was started after this one. Start again.').onPages({
      code: 'AUTHENTICATOR_SETUP_REPLACED',
    });
  return secret;
}

/**
 * Switches on the authenticator whose first code this is, and mails the account. Returns the recovery codes,
 * which are never shown again; undefined for a wrong code.
 * @throws if no authenticator waits for a code
 */
export async function confirmEnrolment(
  writer: Writer,
  keyring: Keyring,
  account: Account,
  { code: typed, shownSecret }: { readonly code: string; readonly shownSecret?: string | undefined },
): Promise<string[] | undefined> {
  const secret = await pendingSecret(writer, keyring, { accountId: account.id, shownSecret }, writer.now);
  const step = matchingStep(secret, typed, writer.now, null);
  if (step === undefined) return undefined;
  const sealed = seal(keyring, 'second-factor', secret.toString('base64url'));
  // Challenges that were started with the password alone may be an attacker's.
  if (!(await hasSecondFactor(writer, account.id))) await deleteChallenges(writer, account.id);
  await activateSecret(writer, account.id, { sealed, step });
  await clearWrongCodes(writer, account.id);
  await audit(writer, { kind: 'second_factor_on', actingId: account.id, accountId: account.id });
  await mailSecondFactorOn(writer, account);
  return createFirstCodes(writer, keyring, account.id);
}

/** A second factor as presented: a code of an authenticator, a recovery code, or a passkey. */
export type PresentedFactor = { readonly code: string } | PresentedPasskey;

/**
 * Whether it can be found by guessing. Codes of authenticators can; recovery codes and passkeys have too many
 * values.
 */
export function isGuessable(keyring: Keyring, accountId: number, factor: PresentedFactor): boolean {
  return 'code' in factor && recoveryCodeHash(keyring, accountId, factor.code) === undefined;
}

/** Whether a second factor is valid for an account; checking a valid one uses it up. */
export function useFactor(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
  factor: PresentedFactor,
): Promise<boolean> {
  if ('passkey' in factor) return usePasskey(writer, accountId, factor);
  return useCode(writer, keyring, accountId, factor.code);
}

/**
 * Whether a code is valid for an account's authenticator, or is one of its recovery codes; this uses it up.
 */
async function useCode(writer: Writer, keyring: Keyring, accountId: number, typed: string): Promise<boolean> {
  const secondFactor = await secondFactorOf(writer, accountId);
  const secret = unsealSecret(keyring, secondFactor?.secret_sealed);
  const step = secret && matchingStep(secret, typed, writer.now, secondFactor?.used_step ?? null);
  if (step !== undefined) return useCodeStep(writer, accountId, step);
  const hash = recoveryCodeHash(keyring, accountId, typed);
  return hash !== undefined && useRecoveryCode(writer, accountId, hash);
}

/**
 * Removes the second factor of an account, ends logins that wait for a code, and mails the account. Returns
 * whether it had one.
 */
export async function removeSecondFactorOf(writer: Writer, account: Account): Promise<boolean> {
  const had = await removeSecondFactor(writer, account.id);
  if (had) await afterEnd(writer, account);
  return had;
}

async function afterEnd(writer: Writer, account: Account): Promise<void> {
  await clearWrongCodes(writer, account.id);
  await endIssuedAccess(writer, account.id);
  await audit(writer, { kind: 'second_factor_off', accountId: account.id });
  await mailSecondFactorOff(writer, account);
}

/**
 * Removes an account's authenticator if it has passkeys as well, otherwise its whole second factor. Returns
 * whether it had one.
 * @throws if it was the last one and the organization requires one
 */
export async function removeAuthenticatorOf(writer: Writer, account: Account): Promise<boolean> {
  if (!(await hasAuthenticator(writer, account.id))) return false;
  if (!(await hasPasskey(writer, account.id))) {
    await checkMayRemoveLast(writer, account.role);
    return removeSecondFactorOf(writer, account);
  }
  await removeAuthenticator(writer, account.id);
  await audit(writer, { kind: 'authenticator_removed', accountId: account.id });
  await mailAuthenticatorRemoved(writer, account);
  return true;
}

/**
 * Removes a passkey of an account, and with the last second factor all of it. Returns whether it had that
 * passkey.
 * @throws as `removeAuthenticatorOf`
 */
export async function removePasskeyOf(writer: Writer, account: Account, id: number): Promise<boolean> {
  const name = await deletePasskey(writer, account.id, id);
  if (name === undefined) return false;
  await audit(writer, { kind: 'passkey_removed', accountId: account.id, details: { name } });
  if (await hasSecondFactor(writer, account.id)) {
    await mailPasskeyRemoved(writer, account, name);
    return true;
  }
  await checkMayRemoveLast(writer, account.role);
  await removeSecondFactor(writer, account.id);
  await afterEnd(writer, account);
  return true;
}
