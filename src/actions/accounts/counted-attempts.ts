// Attempts to log in, counted before anything is looked at: wrong passwords for the address, and the wrong codes that come
// after a right one for the account, so that nobody without its password locks an account's codes. All stand in the log in
// the same form.

import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { AuditDoor } from '../../model/audit/doors.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { RequestSource } from '../../model/request-source.ts';
import { deviceTokenHash } from '../../model/sessions/known-device.ts';
import type { DirectoryDoor, DirectoryPerson } from '../../model/sign-in/directory.ts';
import { SignInFailed } from '../../model/sign-in/identity.ts';
import type { Reader } from '../../storage/session.ts';
import type { Unit } from '../../storage/unit.ts';
import {
  accountKeyOf,
  checkMayTry,
  codeKeyOf,
  countFailure,
  knownKeyOf,
  markFailure,
  networkKeyOf,
  type Suspect,
  takeBackFailures,
} from '../../stores/accounts/login-failures.ts';
import { checkMayTypeCode, countWrongCode } from '../../stores/second-factor/wrong-code-store.ts';
import { knownDevice } from '../../stores/sessions/known-device-store.ts';
import { auditFailedLogIn } from '../audit/log-ins.ts';
import { tellCodesTried } from './security-mails.ts';

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
  readonly log: Pick<Logger, 'warn'>;
  /** Undefined: the organization has no directory, or has switched it off. */
  readonly directory?: DirectoryLogIn | undefined;
  write<T>(unit: Unit<T>): Promise<T>;
}

/** An attempt as it was typed. */
export interface LogInAttempt {
  readonly email: string;
  readonly password: string;
  /** Where somebody tries to get in; the word stands in the log. */
  readonly door: AuditDoor;
  readonly source: RequestSource;
  /** The tokens of known devices that the browser shows. */
  readonly deviceTokens?: readonly string[];
  /** The session that the attempt comes from; undefined: the person is not logged in. */
  readonly sessionId?: number | undefined;
}

/** How an attempt was counted. */
export interface Counted {
  /** The numbers of it; none in a demo. */
  readonly numbers: number[];
  /** What names the known browser that it counts for, in place of the account; undefined: none. */
  readonly known: KnownBrowser | undefined;
}

/** A browser that an account is known by. */
export interface KnownBrowser {
  readonly by: string;
  readonly accountId: number | undefined;
}

/** Where something fails as the log's lines tell it: at a wrong key or token too, which is no failure of an account. */
export type Door = AuditDoor | 'api_key' | 'scim';

/** A failure as a line tells it. */
type Failure = Omit<LogInAttempt, 'password' | 'door'> & { readonly door: Door };

/** A line that programs such as fail2ban read: its first fields, in this order, are part of what the guide promises. */
function logFailure(place: LogInPlace, { email, door, source }: Failure, reason: 'wrong' | 'locked'): void {
  const account = email.slice(0, limits.loggedCharacters);
  place.log.warn({ event: 'login_failed', address: source.address, door, reason, account }, 'log-in failed');
}

/**
 * Notes that an attempt was looked at and failed, of an account in the audit log too. There is something to write whether
 * there is an account or not, so that the time it takes tells nothing.
 */
export async function noteFailure(
  place: LogInPlace,
  attempt: Omit<LogInAttempt, 'password'>,
  counted: readonly number[],
  accountId: number | undefined,
): Promise<void> {
  logFailure(place, attempt, 'wrong');
  const { door, source } = attempt;
  await place.write(async (writer) => {
    for (const id of counted) await markFailure(writer, id);
    if (accountId !== undefined) await auditFailedLogIn(writer, accountId, { door, address: source.address });
  });
}

/** Counts a failure and gives its number; none in a demo, where everybody may try for ever. */
async function count(place: LogInPlace, suspect: Suspect): Promise<number[]> {
  if (place.organization.isDemo) return [];
  // Without the writer first: who goes on trying must not be in the way of those who write.
  await checkMayTry(place.reader, suspect, nowSeconds());
  return [await place.write((writer) => countFailure(writer, suspect))];
}

/** Does something that is refused where there were too many failures; the refusal stands in the log. */
async function orLocked<T>(
  place: LogInPlace,
  attempt: Omit<LogInAttempt, 'password'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) logFailure(place, attempt, 'locked');
    throw error;
  }
}

/** Counts a failure of an attempt. */
export function countOrLock(
  place: LogInPlace,
  attempt: Omit<LogInAttempt, 'password'>,
  suspect: Suspect,
): Promise<number[]> {
  return orLocked(place, attempt, () => count(place, suspect));
}

/** Counts a code before it is looked at, of an account whose password was right. */
export function countCode(
  place: LogInPlace,
  attempt: Omit<LogInAttempt, 'password'>,
  accountId: number,
): Promise<number[]> {
  const accountKey = codeKeyOf(place.keyring, accountId);
  const networkKey = networkKeyOf(place.keyring, attempt.source.address);
  return countOrLock(place, attempt, { accountKey, networkKey });
}

/** Looks whether a code of an account may be looked at, for which there were wrong ones over weeks. */
export async function checkCode(
  place: LogInPlace,
  attempt: Omit<LogInAttempt, 'password'>,
  accountId: number,
): Promise<void> {
  if (place.organization.isDemo) return;
  await orLocked(place, attempt, () => checkMayTypeCode(place.reader, accountId, nowSeconds()));
}

/** Counts a wrong code of an account for weeks, and tells its person where none is taken any more. */
export async function noteWrongCode(place: LogInPlace, account: Account): Promise<void> {
  if (place.organization.isDemo) return;
  await place.write(async (writer) => {
    if (await countWrongCode(writer, account.id)) await tellCodesTried(writer, account);
  });
}

/** The known browser that an attempt comes from. It is looked for whether there is such an account or not. */
async function knownBrowser(
  { keyring, reader }: LogInPlace,
  { email, deviceTokens = [], sessionId }: Omit<LogInAttempt, 'password'>,
): Promise<KnownBrowser | undefined> {
  if (sessionId !== undefined) return { by: `session:${sessionId}`, accountId: undefined };
  const hashes = deviceTokens.map((token) => deviceTokenHash(keyring, token));
  const device = await knownDevice(reader, { hashes, nameKey: accountKeyOf(keyring, email) }, nowSeconds());
  return device && { by: `device:${device.id}`, accountId: device.accountId };
}

/**
 * Counts an attempt with a password before it is looked at: of a known browser for that, so that people get in while others guess at
 * their account. Where that browser has failed too often itself it counts like any other.
 */
export async function countAttempt(
  place: LogInPlace,
  attempt: Omit<LogInAttempt, 'password'>,
): Promise<Counted> {
  const networkKey = networkKeyOf(place.keyring, attempt.source.address);
  const known = await knownBrowser(place, attempt);
  if (known) {
    const accountKey = knownKeyOf(place.keyring, known.by);
    const numbers = await count(place, { accountKey, networkKey, isKnown: true }).catch(unlessTooOften);
    if (numbers) return { numbers, known };
  }
  const accountKey = accountKeyOf(place.keyring, attempt.email);
  return { numbers: await countOrLock(place, attempt, { accountKey, networkKey }), known: undefined };
}

/** Nothing where there were too many failures; throws any other error again. */
function unlessTooOften(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 429) throw error;
}

/**
 * Counts for its network a wrong key or token, which was refused without a look at any password.
 * @throws `RATE_LIMIT_HIT` where the network failed too often
 */
export async function noteWrongKey(place: LogInPlace, failure: Failure): Promise<void> {
  logFailure(place, failure, 'wrong');
  await count(place, { accountKey: null, networkKey: networkKeyOf(place.keyring, failure.source.address) });
}

/** Takes back what was counted for an attempt that could not be looked at; who was looked at and refused stays counted. */
export async function takeBackUnlooked(
  place: LogInPlace,
  counted: readonly number[],
  error: unknown,
): Promise<void> {
  const wasLookedAt =
    error instanceof ApiError &&
    !(error instanceof SignInFailed) &&
    error.status < 500 &&
    error.status !== 429;
  if (!wasLookedAt && counted.length > 0) await place.write((writer) => takeBackFailures(writer, counted));
}
