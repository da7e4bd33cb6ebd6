// The parameters of a second factor: a code, or the answer of a passkey.

import type { PresentedFactor } from '../../actions/accounts/second-factor.ts';
import { shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { PasskeyResponse } from '../../model/passkeys/answers.ts';
import { passkeyAnswer, relyingPartyOf } from './passkey-answers.ts';

export const factorParameters = {
  code: optionally(
    shortText,
    'Where the account has two-factor log-in: a code of its authenticator, or one of its recovery codes.',
  ),
  passkey: optionally(
    passkeyAnswer,
    'In place of a code: what one of its passkeys answered to the question of `POST /users/me/second_factor/passkeys/question`, as `AuthenticationResponseJSON`.',
  ),
};

/** Their values. */
export interface FactorParameters {
  readonly code: string | undefined;
  readonly passkey: PasskeyResponse | undefined;
}

/**
 * The second factor in the parameters; undefined if there is none.
 * @throws for both at once
 */
export function factorIn(
  context: { readonly organizationUrl: string },
  { code, passkey }: FactorParameters,
): PresentedFactor | undefined {
  if (passkey === undefined) return code === undefined ? undefined : { code };
  if (code !== undefined) throw badRequest('Give a code or a passkey, not both.');
  return { passkey, relyingParty: relyingPartyOf(context), step: 'prove' };
}
