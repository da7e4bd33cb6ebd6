// Counts login attempts before anything is checked: wrong passwords by address, and wrong codes after a correct
// password by account, so that only those who have the password can lock an account's codes. All are logged in one
// format.

import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { AuditLoginMethod } from '../../model/audit/login-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { RequestSource } from '../../model/request-source.ts';
import { deviceTokenHash } from '../../model/sessions/known-device.ts';
import type { DirectoryClient, DirectoryPerson } from '../../model/sign-in/directory-client.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { Unit } from '../../storage/unit.ts';
import {
  accountKeyOf,
  checkMayAttemptLogin,
  codeKeyOf,
  countFailure,
  knownDeviceKeyOf,
  type LoginAttemptKeys,
  markFailure,
  networkKeyOf,
  retractFailures,
} from '../../stores/accounts/login-failures.ts';
import { checkMayEnterCode, countWrongCode } from '../../stores/second-factor/wrong-code-store.ts';
import { knownDevice } from '../../stores/sessions/known-device-store.ts';
import { auditFailedLogin } from '../audit/logins.ts';
import { mailSecondFactorLocked } from './security-mails.ts';

/** Login through the organization's directory. */
export interface DirectoryLogin {
  readonly provider: DirectoryClient;
  /**
   * Signs in the person that the directory named; returns the account. @throws if the person is not
   * admitted
   */
  signIn(person: DirectoryPerson, source: RequestSource): Promise<number>;
}

/** The dependencies of a login; `write` runs units of work of the organization. */
export interface LoginDependencies {
  readonly organization: Organization;
  readonly reader: Reader;
  readonly keyring: Keyring;
  readonly log: Pick<Logger, 'warn'>;
  /** Undefined if the organization has no directory or has switched it off. */
  readonly directory?: DirectoryLogin | undefined;
  write<T>(unit: Unit<T>): Promise<T>;
}

/** An attempt as typed. */
export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  /** The login method, as named in the log. */
  readonly loginMethod: AuditLoginMethod;
  readonly source: RequestSource;
  /** The tokens of known devices that the browser sent. */
  readonly deviceTokens?: readonly string[];
  /** The session that the attempt comes from; undefined without a login. */
  readonly sessionId?: number | undefined;
}

/** How an attempt was counted. */
export interface CountedFailures {
  /** The ids of the counted failures; none in a demo. */
  readonly failureIds: number[];
  /** The known browser that the attempt counts for instead of the account; undefined without one. */
  readonly knownBrowser: KnownBrowser | undefined;
}

/** A browser known for an account. */
export interface KnownBrowser {
  readonly key: string;
  readonly accountId: number | undefined;
}

/**
 * The login method in log lines. Wrong keys and tokens are logged too, but are not failures of an account.
 */
export type LoggedLoginMethod = AuditLoginMethod | 'api_key' | 'scim';

/** A failure in a log line. */
type Failure = Omit<LoginAttempt, 'password' | 'loginMethod'> & { readonly loginMethod: LoggedLoginMethod };

/** A line that programs such as fail2ban parse: the guide promises its first fields, in this order. */
function logFailure(
  deps: LoginDependencies,
  { email, loginMethod, source }: Failure,
  reason: 'wrong' | 'locked',
): void {
  const account = email.slice(0, limits.loggedCharacters);
  deps.log.warn(
    { event: 'login_failed', address: source.address, door: loginMethod, reason, account },
    'log-in failed',
  );
}

/**
 * Records that an attempt was checked and failed, in the audit log too if it was for an account. Something is
 * written with and without an account, so the timing reveals nothing.
 */
export async function recordFailure(
  deps: LoginDependencies,
  attempt: Omit<LoginAttempt, 'password'>,
  counted: readonly number[],
  accountId: number | undefined,
): Promise<void> {
  logFailure(deps, attempt, 'wrong');
  const { loginMethod, source } = attempt;
  await deps.write(async (writer) => {
    for (const id of counted) await markFailure(writer, id);
    if (accountId !== undefined)
      await auditFailedLogin(writer, accountId, { loginMethod, address: source.address });
  });
}

/** Counts a failure and returns its id; none in a demo, where attempts are unlimited. */
async function count(deps: LoginDependencies, keys: LoginAttemptKeys): Promise<number[]> {
  if (deps.organization.isDemo) return [];
  // Checked with a reader first, so that repeated attempts do not block writers.
  await checkMayAttemptLogin(deps.reader, keys, nowSeconds());
  return [await deps.write((writer) => countFailure(writer, keys))];
}

/** Runs work that is refused after too many failed attempts, and logs that refusal as a locked attempt. */
async function loggingLocks<T>(
  deps: LoginDependencies,
  attempt: Omit<LoginAttempt, 'password'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) logFailure(deps, attempt, 'locked');
    throw error;
  }
}

/** Counts a failure of an attempt. */
export function countOrLock(
  deps: LoginDependencies,
  attempt: Omit<LoginAttempt, 'password'>,
  keys: LoginAttemptKeys,
): Promise<number[]> {
  return loggingLocks(deps, attempt, () => count(deps, keys));
}

/** Counts a code before it is checked, for an account whose password was correct. */
export function countCode(
  deps: LoginDependencies,
  attempt: Omit<LoginAttempt, 'password'>,
  accountId: number,
): Promise<number[]> {
  const accountKey = codeKeyOf(deps.keyring, accountId);
  const networkKey = networkKeyOf(deps.keyring, attempt.source.address);
  return countOrLock(deps, attempt, { accountKey, networkKey });
}

/** @throws if an account has had too many wrong codes over weeks */
export async function checkCode(
  deps: LoginDependencies,
  attempt: Omit<LoginAttempt, 'password'>,
  accountId: number,
): Promise<void> {
  if (deps.organization.isDemo) return;
  await loggingLocks(deps, attempt, () => checkMayEnterCode(deps.reader, accountId, nowSeconds()));
}

/** Counts a wrong code of an account for weeks, and mails the account when no more codes are accepted. */
export async function recordWrongCode(deps: LoginDependencies, account: Account): Promise<void> {
  if (deps.organization.isDemo) return;
  await deps.write(async (writer) => {
    if (await countWrongCode(writer, account.id)) await mailSecondFactorLocked(writer, account);
  });
}

/** The known browser of an attempt. It is looked up with and without an account. */
async function knownBrowser(
  { keyring, reader }: LoginDependencies,
  { email, deviceTokens = [], sessionId }: Omit<LoginAttempt, 'password'>,
): Promise<KnownBrowser | undefined> {
  if (sessionId !== undefined) return { key: `session:${sessionId}`, accountId: undefined };
  const hashes = deviceTokens.map((token) => deviceTokenHash(keyring, token));
  const device = await knownDevice(reader, { hashes, nameKey: accountKeyOf(keyring, email) }, nowSeconds());
  return device && { key: `device:${device.id}`, accountId: device.accountId };
}

/**
 * Counts an attempt with a password before it is checked. A known browser is counted on its own, so that people can log
 * in while others guess their password. A browser with too many failures of its own counts like any other.
 */
export async function countAttempt(
  deps: LoginDependencies,
  attempt: Omit<LoginAttempt, 'password'>,
): Promise<CountedFailures> {
  const networkKey = networkKeyOf(deps.keyring, attempt.source.address);
  const browser = await knownBrowser(deps, attempt);
  if (browser) {
    const accountKey = knownDeviceKeyOf(deps.keyring, browser.key);
    const failureIds = await count(deps, { accountKey, networkKey, isKnown: true }).catch(
      undefinedIfRateLimited,
    );
    if (failureIds) return { failureIds, knownBrowser: browser };
  }
  const accountKey = accountKeyOf(deps.keyring, attempt.email);
  return {
    failureIds: await countOrLock(deps, attempt, { accountKey, networkKey }),
    knownBrowser: undefined,
  };
}

/** Undefined for a rate limit error; rethrows any other error. */
function undefinedIfRateLimited(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 429) throw error;
}

/**
 * Counts a wrong key or token for its network; no password was checked.
 * @throws `RATE_LIMIT_HIT` if the network failed too often
 */
export async function recordWrongKey(deps: LoginDependencies, failure: Failure): Promise<void> {
  logFailure(deps, failure, 'wrong');
  await count(deps, { accountKey: null, networkKey: networkKeyOf(deps.keyring, failure.source.address) });
}

/** Removes the count of an attempt that could not be checked. Attempts that were checked and refused remain counted. */
export async function uncountUnchecked(
  deps: LoginDependencies,
  counted: readonly number[],
  error: unknown,
): Promise<void> {
  const wasChecked =
    error instanceof ApiError &&
    !(error instanceof SignInError) &&
    error.status < 500 &&
    error.status !== 429;
  if (!wasChecked && counted.length > 0) await deps.write((writer) => retractFailures(writer, counted));
}
