// Verifies people before they change their second factor: by their password, and by a code or passkey if they
// have one.

import { confirmPassword, usesDirectoryPassword } from '../../actions/accounts/log-in.ts';
import { withFactor, wrongCode, wrongFactor } from '../../actions/accounts/login-step.ts';
import { shortText } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import type { WriteContext } from '../operation.ts';
import { type FactorParameters, factorIn, factorParameters } from './factor-parameters.ts';
import { loginDependenciesOf } from './login-dependencies.ts';

/** The parameters of the proof. */
export const proofParameters = {
  password: required(shortText, 'Your password.'),
  ...factorParameters,
};

interface Proof extends FactorParameters {
  readonly password: string;
}

/** The error for a wrong code in the settings. Not a 401, which would log the client out. */
export function wrongCodeError() {
  return badRequest(wrongCode().message);
}

/** Rethrows a failed login as an error of the settings. */
export function rethrowAsBadRequest(error: unknown): never {
  throw error instanceof ApiError && error.status === 401 ? badRequest(error.message) : error;
}

function secondFactorRequired() {
  return badRequest('Your second factor is also required: a code or a passkey.');
}

/** The caller's own row. */
export async function ownAccountRow({
  reader,
  actor,
}: Pick<WriteContext, 'reader' | 'actor'>): Promise<AccountRow> {
  const row = await accountRowById(reader, actor.account.id);
  if (!row) throw new Error('the calling account was not found');
  return row;
}

/**
 * Runs a unit of work for a caller who proves their password and, with two-factor authentication, a code or passkey.
 * @throws if either is wrong, and for accounts that log in without a password
 */
export async function withProof<T extends NonNullable<unknown>>(
  context: WriteContext,
  { password, ...proof }: Proof,
  unit: Unit<T>,
): Promise<T> {
  const factor = factorIn(context, proof);
  const row = await ownAccountRow(context);
  const dependencies = loginDependenciesOf(context);
  const hasDirectoryPassword = await usesDirectoryPassword(context.reader, dependencies.directory, row.id);
  if (row.password_hash === null && !hasDirectoryPassword)
    throw badRequest('You log in without a password. Two-factor authentication requires one.');
  const attempt = { loginMethod: 'settings', source: context.source } as const;
  if (
    !(await confirmPassword(dependencies, row, { password, ...attempt, sessionId: context.actor.sessionId }))
  )
    throw badRequest('Wrong password!');
  if (!(await hasSecondFactor(context.reader, row.id)))
    return context.write(async (writer) => {
      // A second factor may have been enabled in the meantime.
      if (await hasSecondFactor(writer, row.id)) throw secondFactorRequired();
      return unit(writer);
    });
  if (!factor) throw secondFactorRequired();
  const outcome = await withFactor(dependencies, row, { factor, ...attempt }, unit);
  if (outcome === undefined) throw badRequest(wrongFactor(factor).message);
  return outcome;
}
