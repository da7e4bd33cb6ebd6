// The one door for passwords: every way of logging in with one comes through here, so that failures are counted
// together and all stand in the log in the same form.

import { ApiError, accountDeactivated } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { nowSeconds } from '../../contract/time.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { hashPassword, isOutdatedHash, isPassword } from '../../model/accounts/password-hash.ts';
import { isMethodOn, offeredMethods } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { DirectoryDoor, DirectoryPerson } from '../../model/sign-in/directory.ts';
import { type Identity, SignInFailed } from '../../model/sign-in/identity.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import type { Unit } from '../../storage/unit.ts';
import {
  accountKeyOf,
  checkMayTry,
  countFailure,
  forgetFailures,
  networkKeyOf,
  type Suspect,
  takeBackFailure,
} from '../../stores/accounts/login-failures.ts';
import { accountRowByEmail, accountRowById, updateAccount } from '../../stores/accounts/store.ts';
import { accountIdOfSubject, hasSubjectOf } from '../../stores/sign-in/identity-store.ts';
import { noteLogin } from './first-login.ts';

/** Where somebody tries to get in; the word stands in the log. */
export type Door = 'fetch_api_key' | 'api_key' | 'jwt' | 'page' | 'settings';

/** How people log in by the directory of their organization. */
export interface DirectoryLogIn {
  readonly door: DirectoryDoor;
  /** Lets in whom it named; gives their account. @throws who may not come in */
  arrive(person: DirectoryPerson, source: RequestSource): Promise<number>;
}

/** What logging in works with; `write` runs units of work of the organization. */
export interface LogInPlace {
  readonly organization: Organization;
  readonly reader: Reader;
  readonly keyring: Keyring;
  readonly log: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
  /** Undefined: the organization has no directory, or has switched it off. */
  readonly directory?: DirectoryLogIn | undefined;
  write<T>(unit: Unit<T>): Promise<T>;
}

/** An attempt as it was typed. */
export interface LogInAttempt {
  readonly email: string;
  readonly password: string;
  readonly door: Door;
  readonly source: RequestSource;
}

/** Wrong address and wrong password are one refusal. */
function authenticationFailed(): ApiError {
  return new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
}

/** A line that programs such as fail2ban read: its first fields, in this order, are part of what the guide promises. */
function logFailure(
  place: LogInPlace,
  { email, door, source }: Omit<LogInAttempt, 'password'>,
  reason: 'wrong' | 'locked',
): void {
  const account = [...email.slice(0, limits.loggedCharacters)].join('');
  place.log.warn({ event: 'login_failed', address: source.address, door, reason, account }, 'log-in failed');
}

/** Counts a failure and gives its number; undefined in a demo, where everybody may try for ever. */
async function count(place: LogInPlace, suspect: Suspect): Promise<number | undefined> {
  if (place.organization.isDemo) return undefined;
  // Without the writer first: who goes on trying must not be in the way of those who write.
  await checkMayTry(place.reader, suspect, nowSeconds());
  return place.write((writer) => countFailure(writer, suspect));
}

/** Counts a failure of an attempt, whose refusal stands in the log. */
async function countOrLock(
  place: LogInPlace,
  attempt: LogInAttempt,
  suspect: Suspect,
): Promise<number | undefined> {
  try {
    return await count(place, suspect);
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) logFailure(place, attempt, 'locked');
    throw error;
  }
}

/** Counts an attempt before it is looked at. */
function countAttempt(place: LogInPlace, attempt: LogInAttempt): Promise<number | undefined> {
  const accountKey = accountKeyOf(place.keyring, attempt.email);
  const networkKey = networkKeyOf(place.keyring, attempt.source.address);
  return countOrLock(place, attempt, { accountKey, networkKey });
}

/**
 * Counts for its network a wrong key or token, which was refused without a look at any password.
 * @throws `RATE_LIMIT_HIT` where the network failed too often
 */
export async function noteWrongKey(
  place: LogInPlace,
  failure: Omit<LogInAttempt, 'password'>,
): Promise<void> {
  logFailure(place, failure, 'wrong');
  await count(place, { accountKey: null, networkKey: networkKeyOf(place.keyring, failure.source.address) });
}

/** Takes back what was counted for an attempt that could not be looked at; who was looked at and refused stays counted. */
async function takeBackUnlooked(
  place: LogInPlace,
  counted: number | undefined,
  error: unknown,
): Promise<void> {
  const wasLookedAt =
    error instanceof ApiError &&
    !(error instanceof SignInFailed) &&
    error.status < 500 &&
    error.status !== 429;
  if (!wasLookedAt && counted !== undefined) await place.write((writer) => takeBackFailure(writer, counted));
}

/**
 * Whether a password is an account's. Counts a wrong one, and does not even look where there were too many; a right one
 * is still counted until `forgetFailures`.
 * @throws `RATE_LIMIT_HIT`
 */
async function isRight(place: LogInPlace, attempt: LogInAttempt, stored: string | null): Promise<boolean> {
  const counted = await countAttempt(place, attempt);
  try {
    const right = await isPassword(attempt.password, stored);
    if (!right) logFailure(place, attempt, 'wrong');
    return right;
  } catch (error) {
    await takeBackUnlooked(place, counted, error);
    throw error;
  }
}

/** Refuses somebody with the right password who may not log in with it. */
function checkMayLogIn(organization: Organization, row: AccountRow): void {
  if (organization.isDeactivated) {
    throw new ApiError(401, 'REALM_DEACTIVATED', 'This organization is deactivated');
  }
  if (row.is_active === 0) throw accountDeactivated();
  const { authentication_methods: methods } = organization.settings;
  if (!isMethodOn(methods, offeredMethods(organization), 'Email')) {
    throw new ApiError(
      401,
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
    );
  }
}

/** Keeps the same password under a better hash, unless the account has got another one meanwhile. */
async function replaceHash(
  writer: Writer,
  accountId: number,
  old: string | null,
  better: string,
): Promise<void> {
  const row = await accountRowById(writer, accountId);
  if (row?.password_hash === old) await updateAccount(writer, accountId, { password_hash: better });
}

/** Whether an account's password is the directory's: since it was logged in with there once. */
export async function isDirectorys(
  reader: Reader,
  directory: Pick<DirectoryLogIn, 'door'> | undefined,
  accountId: number,
): Promise<boolean> {
  return directory !== undefined && hasSubjectOf(reader, accountId, directory.door.issuer);
}

/** The hash that a typed password may match; null where none that is kept here counts. */
async function hashThatCounts(place: LogInPlace, row: AccountRow | undefined): Promise<string | null> {
  if (row?.bot_type !== null) return null;
  const { organization, directory } = place;
  if (directory) {
    const { authentication_methods: methods } = organization.settings;
    if (!isMethodOn(methods, offeredMethods(organization), 'Email')) return null;
    if (await isDirectorys(place.reader, directory, row.id)) return null;
  }
  return row.password_hash;
}

/** Logs in by a password that is kept here. */
async function logInHere(
  place: LogInPlace,
  attempt: LogInAttempt,
  row: AccountRow,
  stored: string | null,
): Promise<AccountRow> {
  checkMayLogIn(place.organization, row);
  const better = stored !== null && isOutdatedHash(stored) ? await hashPassword(attempt.password) : undefined;
  await place.write(async (writer) => {
    await forgetFailures(writer, place.keyring, row.email);
    if (better !== undefined) await replaceHash(writer, row.id, stored, better);
    await noteLogin(writer, place.keyring, row.id, attempt.source);
  });
  return row;
}

/** The address that failures of somebody in a directory count under, whichever of their names was typed. */
async function addressOf(reader: Reader, whom: Identity): Promise<string | undefined> {
  const knownId = await accountIdOfSubject(reader, whom);
  const known = knownId === undefined ? undefined : await accountRowById(reader, knownId);
  return known?.email ?? ('email' in whom.address ? whom.address.email : undefined);
}

/** Logs in by the directory; undefined where it does not know this name and password. */
async function logInThere(
  place: LogInPlace,
  attempt: LogInAttempt,
  { door, arrive }: DirectoryLogIn,
): Promise<AccountRow | undefined> {
  const { keyring, reader } = place;
  let address: string | undefined;
  // With two names nobody may guess twice as often.
  const found = async (whom: Identity): Promise<void> => {
    address = await addressOf(reader, whom);
    if (address === undefined || textKey(address) === textKey(attempt.email)) return;
    const accountKey = accountKeyOf(keyring, address);
    await countOrLock(place, attempt, { accountKey, networkKey: accountKey });
  };
  const person = await door.authenticate(attempt.email, attempt.password, found);
  if (!person) return undefined;
  const accountId = await arrive(person, attempt.source);
  await place.write(async (writer) => {
    for (const name of [attempt.email, address]) {
      if (name !== undefined) await forgetFailures(writer, keyring, name);
    }
  });
  return accountRowById(reader, accountId);
}

/** A line for whoever runs the server: the directory could not be asked. It is no failure of who wanted in. */
function logUnasked(place: LogInPlace, { source }: LogInAttempt, { reason }: SignInFailed): void {
  place.log.warn({ event: 'sign_in_failed', address: source.address, reason }, 'sign-in failed');
}

/**
 * Logs a person in by name and password, and notes that; gives their account. A password that is kept here is looked at
 * first: a directory is not told what is no password of its own, as long as that is known.
 * @throws wrong ones, those who may not log in so, and with `RATE_LIMIT_HIT` who failed too often
 */
export async function logIn(place: LogInPlace, attempt: LogInAttempt): Promise<AccountRow> {
  const row = await accountRowByEmail(place.reader, attempt.email);
  const stored = await hashThatCounts(place, row);
  const counted = await countAttempt(place, attempt);
  // Who guesses at a password that is kept here is counted, whatever becomes of asking the directory.
  let wasWrongHere = false;
  try {
    if ((await isPassword(attempt.password, stored)) && row)
      return await logInHere(place, attempt, row, stored);
    wasWrongHere = stored !== null;
    const there = place.directory && (await logInThere(place, attempt, place.directory));
    if (there) return there;
  } catch (error) {
    if (error instanceof SignInFailed) logUnasked(place, attempt, error);
    if (!wasWrongHere) await takeBackUnlooked(place, counted, error);
    throw error;
  }
  logFailure(place, attempt, 'wrong');
  throw authenticationFailed();
}

/** Whether somebody who is logged in knows their password; failures count as those of logging in. */
export async function confirmPassword(
  place: LogInPlace,
  row: AccountRow,
  attempt: Omit<LogInAttempt, 'email'>,
): Promise<boolean> {
  const isTheirs = await isRight(place, { ...attempt, email: row.email }, row.password_hash);
  if (isTheirs) await place.write((writer) => forgetFailures(writer, place.keyring, row.email));
  return isTheirs;
}
