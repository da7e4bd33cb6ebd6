// The step after the correct password: a code of an authenticator, a passkey, or setting up a second factor.

import { ApiError } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { type AccountRow, accountOf } from '../../model/accounts/account.ts';
import type { LoginStep } from '../../model/second-factor/login-state.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Unit } from '../../storage/unit.ts';
import { clearCodeFailures, retractFailures } from '../../stores/accounts/login-failures.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import {
  checkCode,
  countCode,
  type LoginAttempt,
  type LoginDependencies,
  recordFailure,
  recordWrongCode,
} from './counted-attempts.ts';
import { recordLogin } from './first-login.ts';
import { type AddedPasskey, addPasskey, type CreatedPasskey } from './passkeys.ts';
import {
  confirmEnrolment,
  isGuessable,
  type PendingEnrolment,
  type PresentedFactor,
  pendingSecret,
  useFactor,
} from './second-factor.ts';
import { requiresSecondFactor } from './second-factor-requirement.ts';

/** The next step of an account after its password; undefined: none. */
export async function stepAfterPassword(
  reader: Reader,
  { id, role }: Pick<AccountRow, 'id' | 'role'>,
): Promise<LoginStep | undefined> {
  if (await hasSecondFactor(reader, id)) return 'code';
  return (await requiresSecondFactor(reader, role)) ? 'enrolment' : undefined;
}

/** The error for a missing code. */
export function codeRequired(): ApiError {
  return new ApiError(
    401,
    'SECOND_FACTOR_REQUIRED',
    'This account uses two-factor authentication. Also enter a code from its authenticator app, or a recovery code',
  );
}

/** The error for an account that must have a second factor and has none. */
export function enrolmentRequired(): ApiError {
  return new ApiError(
    401,
    'SECOND_FACTOR_ENROLMENT_REQUIRED',
    'Your organization requires two-factor authentication. Log in with a browser to set it up',
  );
}

/** The error for a wrong code. */
export function wrongCode(): ApiError {
  return new ApiError(401, 'SECOND_FACTOR_FAILED', 'The code is wrong, expired, or was already used').onPages(
    { code: 'WRONG_CODE' },
  );
}

/** The error for a wrong passkey. */
function wrongPasskey(): ApiError {
  return new ApiError(401, 'SECOND_FACTOR_FAILED', 'The passkey was not accepted. Try again.').onPages({
    code: 'WRONG_PASSKEY',
  });
}

/** The error for a wrong second factor. */
export function wrongFactor(factor: PresentedFactor): ApiError {
  return 'passkey' in factor ? wrongPasskey() : wrongCode();
}

/** The origin of an attempt. */
type AttemptOrigin = Pick<LoginAttempt, 'loginMethod' | 'source'>;

/** A code as typed. */
export interface CodeAttempt extends AttemptOrigin {
  readonly code: string;
}

/** A second factor as presented. */
export interface FactorAttempt extends AttemptOrigin {
  readonly factor: PresentedFactor;
}

/** The first code of an authenticator, together with the `PendingEnrolment` state. */
export interface FirstCodeAttempt extends CodeAttempt, Pick<PendingEnrolment, 'shownSecret'> {}

/**
 * Checks a second factor that counts as wrong until it is proven correct. Returns the outcome of `check`,
 * undefined for a wrong one. An attempt that ends with an error does not count as wrong.
 */
async function countAndCheck<T extends NonNullable<unknown>>(
  deps: LoginDependencies,
  row: AccountRow,
  { loginMethod, source }: AttemptOrigin,
  check: (writer: Writer, counted: readonly number[]) => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = { email: row.email, loginMethod, source };
  const failureIds = await countCode(deps, attempt, row.id);
  let outcome: T | undefined;
  try {
    outcome = await deps.write((writer) => check(writer, failureIds));
  } catch (error) {
    await deps.write((writer) => retractFailures(writer, failureIds));
    throw error;
  }
  if (outcome === undefined) await recordFailure(deps, attempt, failureIds, row.id);
  return outcome;
}

/**
 * Runs a unit of work with a second factor, which is used up in the same unit. Returns its outcome; undefined
 * for a wrong or used second factor. Failures count for the account.
 * @throws `RATE_LIMIT_HIT` if the account or the network failed too often
 */
export async function withFactor<T extends NonNullable<unknown>>(
  deps: LoginDependencies,
  row: AccountRow,
  { factor, ...origin }: FactorAttempt,
  unit: Unit<T>,
): Promise<T | undefined> {
  const isCode = isGuessable(deps.keyring, row.id, factor);
  if (isCode) await checkCode(deps, { email: row.email, ...origin }, row.id);
  const outcome = await countAndCheck(deps, row, origin, async (writer) => {
    if (!(await useFactor(writer, deps.keyring, row.id, factor))) return undefined;
    await clearCodeFailures(writer, deps.keyring, row.id);
    return unit(writer);
  });
  if (outcome === undefined && isCode) await recordWrongCode(deps, accountOf(row));
  return outcome;
}

/**
 * Logs in an account with the correct password by a second factor, and records the login.
 * @throws for a wrong one, and as `withFactor`
 */
export async function logInWithFactor(
  deps: LoginDependencies,
  row: AccountRow,
  attempt: FactorAttempt,
): Promise<void> {
  const isLoggedIn = await withFactor(deps, row, attempt, async (writer) => {
    await recordLogin(writer, deps.keyring, row.id, {
      source: attempt.source,
      loginMethod: attempt.loginMethod,
    });
    return true;
  });
  if (isLoggedIn === undefined) throw wrongFactor(attempt.factor);
}

/**
 * Switches on the authenticator whose first code was typed. Returns the recovery codes; undefined for a wrong
 * code.
 * @throws if no authenticator waits for a code, and as `withFactor`
 */
export async function confirmFirstCode(
  deps: LoginDependencies,
  row: AccountRow,
  { code, shownSecret, loginMethod, source }: FirstCodeAttempt,
): Promise<string[] | undefined> {
  await pendingSecret(deps.reader, deps.keyring, { accountId: row.id, shownSecret }, nowSeconds());
  return countAndCheck(deps, row, { loginMethod, source }, async (writer, counted) => {
    const recoveryCodes = await confirmEnrolment(writer, deps.keyring, accountOf(row), { code, shownSecret });
    if (recoveryCodes) await retractFailures(writer, counted);
    return recoveryCodes;
  });
}

/** Adds a new passkey. @throws if it is not valid, and as `addPasskey` and `withFactor` */
export async function confirmPasskey(
  deps: LoginDependencies,
  row: AccountRow,
  origin: AttemptOrigin,
  created: CreatedPasskey,
): Promise<AddedPasskey> {
  const added = await countAndCheck(deps, row, origin, async (writer, counted) => {
    const recoveryCodes = await addPasskey(writer, deps.keyring, accountOf(row), created);
    if (recoveryCodes) await retractFailures(writer, counted);
    return recoveryCodes;
  });
  if (!added) throw wrongPasskey();
  return added;
}

/** Logs in an account that switched on its second factor during the login, and records the login. */
export async function logInEnrolled(
  deps: LoginDependencies,
  row: AccountRow,
  { loginMethod, source }: AttemptOrigin,
): Promise<void> {
  await deps.write(async (writer) => {
    await clearCodeFailures(writer, deps.keyring, row.id);
    await recordLogin(writer, deps.keyring, row.id, { loginMethod, source });
  });
}
