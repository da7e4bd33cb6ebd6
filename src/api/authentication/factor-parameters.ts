// The parameters of a second factor: a code, or the answer of a passkey.

import type { PresentedFactor } from '../../actions/accounts/second-factor.ts';
import { shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { PasskeyResponse } from '../../model/passkeys/passkey-responses.ts';
import { passkeyAnswer, relyingPartyOf } from './passkey-answers.ts';

export const factorParameters = {
  code: optionally(
    shortText,
    'A code from the authenticator, or a recovery code. Required if the account has two-factor authentication and no passkey is sent.',
  ),
  passkey: optionally(
    passkeyAnswer,
    'A passkey response to `POST /users/me/second_factor/passkeys/question`, as `AuthenticationResponseJSON`. Replaces a code.',
  ),
};

/** The values of these parameters. */
export interface FactorParameters {
  readonly code: string | undefined;
  readonly passkey: PasskeyResponse | undefined;
}

/**
 * The second factor in the parameters; undefined if there is none.
 * @throws if both are sent
 */
export function factorIn(
  context: { readonly organizationUrl: string },
  { code, passkey }: FactorParameters,
): PresentedFactor | undefined {
  if (passkey === undefined) return code === undefined ? undefined : { code };
  if (code !== undefined) throw badRequest('Send either a code or a passkey, not both.');
  return { passkey, relyingParty: relyingPartyOf(context), step: 'prove' };
}
