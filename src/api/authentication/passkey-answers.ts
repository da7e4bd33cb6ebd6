// What browsers bring from authenticators, as parameters: of the browsers' own shapes what is read, each text bounded.

import { list, optional, record, shortText, text, trimmedText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { type RelyingParty, relyingPartyAt } from '../../model/passkeys/relying-party.ts';

const passkeyId = text({ minimum: 1, maximum: limits.passkeyIdCharacters });
const encoded = text({ minimum: 1, maximum: limits.passkeyTextCharacters });
/** Ways to an authenticator; there are six. */
const transports = list(shortText, 20);

/** A new passkey. */
export const newPasskeyAnswer = record({
  id: passkeyId,
  response: record({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    publicKey: encoded,
    transports: optional(transports),
  }),
});

/** A passkey that somebody has. */
export const passkeyAnswer = record({
  id: passkeyId,
  response: record({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
});

export const passkeyName = trimmedText({ minimum: 1, maximum: limits.passkeyNameCodePoints });

/** For whom passkeys are made at the address of a request. @throws where there are none */
export function relyingPartyOf({ organizationUrl }: { readonly organizationUrl: string }): RelyingParty {
  const relyingParty = relyingPartyAt(organizationUrl);
  if (!relyingParty)
    throw badRequest('Passkeys work with a name and https only: this address is a number, or not encrypted.');
  return relyingParty;
}
