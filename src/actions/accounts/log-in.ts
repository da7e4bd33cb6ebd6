// Password login. Every way of logging in with a password uses this code, so failures are counted together
// and logged in one format.

import { ApiError, accountDeactivated, organizationDeactivated } from '../../api-contract/error.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import { hashPassword, isOutdatedHash, isPassword } from '../../model/accounts/password-hash.ts';
import { availableMethods, isMethodEnabled } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { LoginStep } from '../../model/second-factor/login-state.ts';
import { type Identity, SignInError } from '../../model/sign-in/identity.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { accountRowByEmail, accountRowById, updateAccount } from '../../stores/accounts/account-store.ts';
import {
  accountKeyOf,
  clearFailures,
  clearKnownDeviceFailures,
} from '../../stores/accounts/login-failures.ts';
import { accountIdOfSubject, hasSubjectOf } from '../../stores/sign-in/identity-store.ts';
import {
  type CountedFailures,
  countAttempt,
  countOrLock,
  type DirectoryLogin,
  type LoginAttempt,
  type LoginDependencies,
  recordFailure,
  uncountUnchecked,
} from './counted-attempts.ts';
import { type RecordedLogin, recordLogin } from './first-login.ts';
import { stepAfterPassword } from './login-step.ts';

/** The same error for a wrong address and a wrong password. */
function authenticationFailed(): ApiError {
  return new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect').onPages({
    code: 'WRONG_PASSWORD',
  });
}

/** Refuses an account with the correct password that may not log in with it. */
function checkMayLogIn(organization: Organization, row: AccountRow): void {
  if (organization.isDeactivated) {
    throw organizationDeactivated();
  }
  if (row.is_active === 0) throw accountDeactivated();
  const { authentication_methods: methods } = organization.settings;
  if (!isMethodEnabled(methods, availableMethods(organization), 'Email')) {
    throw new ApiError(
      401,
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
    ).onPages({ code: 'PASSWORDS_DISABLED' });
  }
}

/** Stores the same password under a better hash, unless the password was changed in the meantime. */
async function replaceHash(
  writer: Writer,
  accountId: number,
  old: string | null,
  better: string,
): Promise<void> {
  const row = await accountRowById(writer, accountId);
  if (row?.password_hash === old) await updateAccount(writer, accountId, { password_hash: better });
}

/**
 * Whether the directory manages an account's password, which it does after the first login through the
 * directory.
 */
export async function usesDirectoryPassword(
  reader: Reader,
  directory: Pick<DirectoryLogin, 'provider'> | undefined,
  accountId: number,
): Promise<boolean> {
  return directory !== undefined && hasSubjectOf(reader, accountId, directory.provider.issuer);
}

/** The hash that a typed password may match; null if no local password counts. */
async function localHash(deps: LoginDependencies, row: AccountRow | undefined): Promise<string | null> {
  if (row?.bot_type !== null) return null;
  const { organization, directory } = deps;
  if (directory) {
    const { authentication_methods: methods } = organization.settings;
    if (!isMethodEnabled(methods, availableMethods(organization), 'Email')) return null;
    if (await usesDirectoryPassword(deps.reader, directory, row.id)) return null;
  }
  return row.password_hash;
}

/** An account whose password was correct. */
export interface LoginResult {
  readonly row: AccountRow;
  /** The next step before it is logged in; undefined: none, and the login is recorded. */
  readonly nextStep: LoginStep | undefined;
}

/** An attempt and how it has been counted so far. */
interface CountedAttempt extends LoginAttempt {
  readonly countedFailures: CountedFailures;
}

/** An attempt with the correct password: its origin, and the names or the known browser it was counted for. */
interface VerifiedAttempt extends Pick<CountedFailures, 'knownBrowser'> {
  readonly login: RecordedLogin;
  readonly names: readonly string[];
}

/**
 * Resets the failures before a correct password. A known browser resets only its own; those of others stay
 * counted.
 */
async function resetFailures(
  writer: Writer,
  { keyring }: LoginDependencies,
  { knownBrowser, names }: Pick<VerifiedAttempt, 'knownBrowser' | 'names'>,
): Promise<void> {
  if (knownBrowser) return clearKnownDeviceFailures(writer, keyring, knownBrowser.key);
  for (const name of names) await clearFailures(writer, keyring, name);
}

/**
 * Logs the account in, unless another step follows. Resets wrong passwords, but not wrong codes, which are
 * counted separately.
 */
async function admit(
  writer: Writer,
  deps: LoginDependencies,
  row: AccountRow,
  attempt: VerifiedAttempt,
): Promise<LoginResult> {
  const nextStep = await stepAfterPassword(writer, row);
  await resetFailures(writer, deps, attempt);
  if (!nextStep) await recordLogin(writer, deps.keyring, row.id, attempt.login);
  return { row, nextStep };
}

/** Logs in with a local password. */
async function logInLocally(
  deps: LoginDependencies,
  { source, loginMethod, password, countedFailures: { knownBrowser } }: CountedAttempt,
  row: AccountRow,
  stored: string | null,
): Promise<LoginResult> {
  checkMayLogIn(deps.organization, row);
  const better = stored !== null && isOutdatedHash(stored) ? await hashPassword(password) : undefined;
  return deps.write(async (writer) => {
    if (better !== undefined) await replaceHash(writer, row.id, stored, better);
    return admit(writer, deps, row, { login: { source, loginMethod }, names: [row.email], knownBrowser });
  });
}

/**
 * The name under which failures of a person in a directory are counted, whichever of their names was typed:
 * their address if they have one.
 */
async function countedNameOf(reader: Reader, identity: Identity): Promise<string> {
  const knownId = await accountIdOfSubject(reader, identity);
  const accountRow = knownId === undefined ? undefined : await accountRowById(reader, knownId);
  if (accountRow) return accountRow.email;
  return 'email' in identity.address ? identity.address.email : `${identity.issuer} ${identity.subject}`;
}

/** Logs in through the directory; undefined if it does not know this name and password. */
async function logInWithDirectory(
  deps: LoginDependencies,
  attempt: CountedAttempt,
  { provider, signIn }: DirectoryLogin,
): Promise<LoginResult | undefined> {
  const { keyring, reader } = deps;
  const { failureIds, knownBrowser } = attempt.countedFailures;
  const names = [attempt.email];
  // Two names must not allow twice as many guesses. The attempt is already counted for its network.
  const onFound = async (identity: Identity): Promise<void> => {
    if (knownBrowser && knownBrowser.accountId === (await accountIdOfSubject(reader, identity))) return;
    const name = await countedNameOf(reader, identity);
    if (!knownBrowser && textKey(name) === textKey(attempt.email)) return;
    names.push(name);
    const accountKey = accountKeyOf(keyring, name);
    failureIds.push(...(await countOrLock(deps, attempt, { accountKey, networkKey: null })));
  };
  const person = await provider.authenticate(attempt.email, attempt.password, onFound);
  if (!person) return undefined;
  const accountId = await signIn(person, attempt.source);
  const row = await accountRowById(reader, accountId);
  if (!row) return undefined;
  const login = {
    source: attempt.source,
    loginMethod: 'directory',
    provider: provider.provider.name,
  } as const;
  return deps.write(async (writer) => {
    // From now on only the directory's password counts. A local one would let in a person removed from the
    // directory, who could reset it.
    if (row.password_hash !== null) await updateAccount(writer, row.id, { password_hash: null });
    return admit(writer, deps, row, { login, names, knownBrowser });
  });
}

/**
 * Logs for the operator that the directory could not be reached. This does not count as a failure of the
 * person.
 */
function logDirectoryFailure(
  deps: LoginDependencies,
  { source }: LoginAttempt,
  { reason }: SignInError,
): void {
  deps.log.warn({ event: 'sign_in_failed', address: source.address, reason }, 'sign-in failed');
}

/**
 * Logs a person in by name and password and records that, or returns the next step. Local passwords are
 * checked first, so a directory does not receive passwords known not to belong to it.
 * @throws for a wrong name or password, for accounts that may not log in this way, and `RATE_LIMIT_HIT` after too many
 * failures
 */
export async function logIn(deps: LoginDependencies, attempt: LoginAttempt): Promise<LoginResult> {
  const row = await accountRowByEmail(deps.reader, attempt.email);
  const storedHash = await localHash(deps, row);
  const countedFailures = await countAttempt(deps, attempt);
  // Guesses at a local password count as failures, even if the directory cannot be reached.
  let wasLocalPasswordWrong = false;
  try {
    if ((await isPassword(attempt.password, storedHash)) && row)
      return await logInLocally(deps, { ...attempt, countedFailures }, row, storedHash);
    wasLocalPasswordWrong = storedHash !== null;
    const viaDirectory =
      deps.directory && (await logInWithDirectory(deps, { ...attempt, countedFailures }, deps.directory));
    if (viaDirectory) return viaDirectory;
  } catch (error) {
    if (error instanceof SignInError) logDirectoryFailure(deps, attempt, error);
    const { failureIds } = countedFailures;
    await uncountUnchecked(deps, wasLocalPasswordWrong ? failureIds.slice(1) : failureIds, error);
    throw error;
  }
  await recordFailure(deps, attempt, countedFailures.failureIds, row?.id);
  throw authenticationFailed();
}

/** Whether a password is the account's, local or in the directory that manages it. */
async function isPasswordOf({ reader, directory }: LoginDependencies, row: AccountRow, password: string) {
  if (!directory || !(await usesDirectoryPassword(reader, directory, row.id)))
    return isPassword(password, row.password_hash);
  const person = await directory.provider.authenticate(row.email, password, async () => undefined);
  return person !== undefined && (await accountIdOfSubject(reader, person)) === row.id;
}

/** Whether a logged-in account's password is correct; failures count like those of logging in. */
export async function confirmPassword(
  deps: LoginDependencies,
  row: AccountRow,
  attempt: Omit<LoginAttempt, 'email'>,
): Promise<boolean> {
  const emailAttempt = { ...attempt, email: row.email };
  const countedFailures = await countAttempt(deps, emailAttempt);
  let isCorrect: boolean;
  try {
    isCorrect = await isPasswordOf(deps, row, attempt.password);
  } catch (error) {
    await uncountUnchecked(deps, countedFailures.failureIds, error);
    throw error;
  }
  const { knownBrowser } = countedFailures;
  if (!isCorrect) await recordFailure(deps, emailAttempt, countedFailures.failureIds, row.id);
  else await deps.write((writer) => resetFailures(writer, deps, { knownBrowser, names: [row.email] }));
  return isCorrect;
}
