// How somebody shows that it is they who change their second factor: by their password, and by a code or a passkey where they have
// one.

import { confirmPassword, isDirectorys } from '../../actions/accounts/log-in.ts';
import { codeRefused, factorRefused, withFactor } from '../../actions/accounts/log-in-step.ts';
import { shortText } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import type { WriteContext } from '../operation.ts';
import { logInPlace } from './log-in-place.ts';
import { factorParameters, type GivenFactor, shownIn } from './shown-factor.ts';

/** The parameters that show it. */
export const proofParameters = {
  password: required(shortText, 'Your password.'),
  ...factorParameters,
};

interface Proof extends GivenFactor {
  readonly password: string;
}

/** The refusal of a code in the settings, where nobody is to be logged out for it. */
export function wrongCode() {
  return badRequest(codeRefused().message);
}

/** Refuses in the settings what was refused as a log-in. */
export function refusedHere(error: unknown): never {
  throw error instanceof ApiError && error.status === 401 ? badRequest(error.message) : error;
}

function factorNeeded() {
  return badRequest('Your second factor is needed too: a code, or a passkey.');
}

/** The caller's own row. */
export async function ownRow({ reader, actor }: Pick<WriteContext, 'reader' | 'actor'>): Promise<AccountRow> {
  const row = await accountRowById(reader, actor.account.id);
  if (!row) throw new Error('who calls was not read');
  return row;
}

/**
 * Does something for the caller, who knows their password and, where they have two-factor log-in, has a code or a passkey.
 * @throws for a wrong one of either, and for who logs in without a password
 */
export async function withProof<T extends NonNullable<unknown>>(
  context: WriteContext,
  { password, ...proof }: Proof,
  goOn: Unit<T>,
): Promise<T> {
  const shown = shownIn(context, proof);
  const row = await ownRow(context);
  const place = logInPlace(context);
  const isTheirsThere = await isDirectorys(context.reader, place.directory, row.id);
  if (row.password_hash === null && !isTheirsThere)
    throw badRequest('You log in without a password, and two-factor log-in needs one.');
  const way = { door: 'settings', source: context.source } as const;
  if (!(await confirmPassword(place, row, { password, ...way, sessionId: context.actor.sessionId })))
    throw badRequest('Wrong password!');
  if (!(await hasSecondFactor(context.reader, row.id)))
    return context.write(async (writer) => {
      // One may have been switched on meanwhile.
      if (await hasSecondFactor(writer, row.id)) throw factorNeeded();
      return goOn(writer);
    });
  if (!shown) throw factorNeeded();
  const outcome = await withFactor(place, row, { shown, ...way }, goOn);
  if (outcome === undefined) throw badRequest(factorRefused(shown).message);
  return outcome;
}
