// What somebody shows besides their password, as parameters: a code, or what a passkey answered.

import type { ShownFactor } from '../../actions/accounts/second-factor.ts';
import { shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { PasskeyAnswer } from '../../model/passkeys/answers.ts';
import { passkeyAnswer, relyingPartyOf } from './passkey-answers.ts';

/** The parameters. */
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

/** What they hold. */
export interface GivenFactor {
  readonly code: string | undefined;
  readonly passkey: PasskeyAnswer | undefined;
}

/** What is shown besides the password; undefined: nothing. @throws for both at once */
export function shownIn(
  context: { readonly organizationUrl: string },
  { code, passkey }: GivenFactor,
): ShownFactor | undefined {
  if (passkey === undefined) return code === undefined ? undefined : { code };
  if (code !== undefined) throw badRequest('Give a code or a passkey, not both.');
  return { passkey, relyingParty: relyingPartyOf(context), step: 'prove' };
}
