// The one door for passwords: every way of logging in with one comes through here, so that failures are counted
// together and all stand in the log in the same form.

import { ApiError, accountDeactivated } from '../../api-contract/error.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import { hashPassword, isOutdatedHash, isPassword } from '../../model/accounts/password-hash.ts';
import { isMethodOn, offeredMethods } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { LogInStep } from '../../model/second-factor/log-in-visit.ts';
import { type Identity, SignInFailed } from '../../model/sign-in/identity.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { accountRowByEmail, accountRowById, updateAccount } from '../../stores/accounts/account-store.ts';
import { accountKeyOf, forgetFailures, forgetKnownFailures } from '../../stores/accounts/login-failures.ts';
import { accountIdOfSubject, hasSubjectOf } from '../../stores/sign-in/identity-store.ts';
import {
  type Counted,
  countAttempt,
  countOrLock,
  type DirectoryLogIn,
  type LogInAttempt,
  type LogInPlace,
  noteFailure,
  takeBackUnlooked,
} from './counted-attempts.ts';
import { type LogInNoted, noteLogin } from './first-login.ts';
import { stepAfterPassword } from './log-in-step.ts';

/** Wrong address and wrong password are one refusal. */
function authenticationFailed(): ApiError {
  return new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
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

/** Somebody whose password is right. */
export interface LoggedIn {
  readonly row: AccountRow;
  /** What they are asked for before they are in; undefined: nothing, and their login is noted. */
  readonly awaits: LogInStep | undefined;
}

/** An attempt, and how it was counted up to now. */
interface CountedAttempt extends LogInAttempt {
  readonly counted: Counted;
}

/** An attempt with the right password: by which way it came, and under which names it was counted, or for which known browser. */
interface RightAttempt extends Pick<Counted, 'known'> {
  readonly way: LogInNoted;
  readonly names: readonly string[];
}

/** Forgets the wrong passwords before a right one. From a known browser these are its own: those of others stay counted. */
async function forgetWrong(
  writer: Writer,
  { keyring }: LogInPlace,
  { known, names }: Pick<RightAttempt, 'known' | 'names'>,
): Promise<void> {
  if (known) return forgetKnownFailures(writer, keyring, known.by);
  for (const name of names) await forgetFailures(writer, keyring, name);
}

/** Has somebody be in, unless more is asked of them. Wrong passwords are forgotten; wrong codes, which count apart, are not. */
async function admit(
  writer: Writer,
  place: LogInPlace,
  row: AccountRow,
  right: RightAttempt,
): Promise<LoggedIn> {
  const awaits = await stepAfterPassword(writer, row);
  await forgetWrong(writer, place, right);
  if (!awaits) await noteLogin(writer, place.keyring, row.id, right.way);
  return { row, awaits };
}

/** Logs in by a password that is kept here. */
async function logInHere(
  place: LogInPlace,
  { source, door, password, counted: { known } }: CountedAttempt,
  row: AccountRow,
  stored: string | null,
): Promise<LoggedIn> {
  checkMayLogIn(place.organization, row);
  const better = stored !== null && isOutdatedHash(stored) ? await hashPassword(password) : undefined;
  return place.write(async (writer) => {
    if (better !== undefined) await replaceHash(writer, row.id, stored, better);
    return admit(writer, place, row, { way: { source, door }, names: [row.email], known });
  });
}

/** What failures of somebody in a directory count under, whichever of their names was typed: their address, if they have one. */
async function oneNameOf(reader: Reader, whom: Identity): Promise<string> {
  const knownId = await accountIdOfSubject(reader, whom);
  const known = knownId === undefined ? undefined : await accountRowById(reader, knownId);
  if (known) return known.email;
  return 'email' in whom.address ? whom.address.email : `${whom.issuer} ${whom.subject}`;
}

/** Logs in by the directory; undefined where it does not know this name and password. */
async function logInThere(
  place: LogInPlace,
  attempt: CountedAttempt,
  { door, arrive }: DirectoryLogIn,
): Promise<LoggedIn | undefined> {
  const { keyring, reader } = place;
  const { numbers, known } = attempt.counted;
  const names = [attempt.email];
  // With two names nobody may guess twice as often. For its network the attempt is counted already.
  const found = async (whom: Identity): Promise<void> => {
    if (known && known.accountId === (await accountIdOfSubject(reader, whom))) return;
    const name = await oneNameOf(reader, whom);
    if (!known && textKey(name) === textKey(attempt.email)) return;
    names.push(name);
    const accountKey = accountKeyOf(keyring, name);
    numbers.push(...(await countOrLock(place, attempt, { accountKey, networkKey: null })));
  };
  const person = await door.authenticate(attempt.email, attempt.password, found);
  if (!person) return undefined;
  const accountId = await arrive(person, attempt.source);
  const row = await accountRowById(reader, accountId);
  if (!row) return undefined;
  const way = { source: attempt.source, door: 'directory', provider: door.provider.name } as const;
  return place.write(async (writer) => {
    // From now on the directory's counts. One of here would count again for who is gone there and makes themselves a new key.
    if (row.password_hash !== null) await updateAccount(writer, row.id, { password_hash: null });
    return admit(writer, place, row, { way, names, known });
  });
}

/** A line for whoever runs the server: the directory could not be asked. It is no failure of who wanted in. */
function logUnasked(place: LogInPlace, { source }: LogInAttempt, { reason }: SignInFailed): void {
  place.log.warn({ event: 'sign_in_failed', address: source.address, reason }, 'sign-in failed');
}

/**
 * Logs a person in by name and password, and notes that, or says what is asked for next. A password that is kept here is looked at
 * first: a directory is not told what is no password of its own, as long as that is known.
 * @throws wrong ones, those who may not log in so, and with `RATE_LIMIT_HIT` who failed too often
 */
export async function logIn(place: LogInPlace, attempt: LogInAttempt): Promise<LoggedIn> {
  const row = await accountRowByEmail(place.reader, attempt.email);
  const stored = await hashThatCounts(place, row);
  const counted = await countAttempt(place, attempt);
  // Who guesses at a password that is kept here is counted, whatever becomes of asking the directory.
  let wasWrongHere = false;
  try {
    if ((await isPassword(attempt.password, stored)) && row)
      return await logInHere(place, { ...attempt, counted }, row, stored);
    wasWrongHere = stored !== null;
    const there = place.directory && (await logInThere(place, { ...attempt, counted }, place.directory));
    if (there) return there;
  } catch (error) {
    if (error instanceof SignInFailed) logUnasked(place, attempt, error);
    const { numbers } = counted;
    await takeBackUnlooked(place, wasWrongHere ? numbers.slice(1) : numbers, error);
    throw error;
  }
  await noteFailure(place, attempt, counted.numbers, row?.id);
  throw authenticationFailed();
}

/** Whether a password is an account's, here or in the directory that keeps it. */
async function isTheirs({ reader, directory }: LogInPlace, row: AccountRow, password: string) {
  if (!directory || !(await isDirectorys(reader, directory, row.id)))
    return isPassword(password, row.password_hash);
  const person = await directory.door.authenticate(row.email, password, async () => undefined);
  return person !== undefined && (await accountIdOfSubject(reader, person)) === row.id;
}

/** Whether somebody who is logged in knows their password; failures count as those of logging in. */
export async function confirmPassword(
  place: LogInPlace,
  row: AccountRow,
  attempt: Omit<LogInAttempt, 'email'>,
): Promise<boolean> {
  const typed = { ...attempt, email: row.email };
  const counted = await countAttempt(place, typed);
  let isRight: boolean;
  try {
    isRight = await isTheirs(place, row, attempt.password);
  } catch (error) {
    await takeBackUnlooked(place, counted.numbers, error);
    throw error;
  }
  const { known } = counted;
  if (!isRight) await noteFailure(place, typed, counted.numbers, row.id);
  else await place.write((writer) => forgetWrong(writer, place, { known, names: [row.email] }));
  return isRight;
}
