// The answers of authenticators as browsers send them, as codecs: only the fields that are read, each limited
// in size.

import { list, optional, record, shortText, text, trimmedText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { type RelyingParty, relyingPartyAt } from '../../model/passkeys/relying-party.ts';

const passkeyId = text({ minimum: 1, maximum: limits.passkeyIdCharacters });
const encoded = text({ minimum: 1, maximum: limits.passkeyTextCharacters });
/** Transports of an authenticator; there are six. */
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

/** An assertion of an existing passkey. */
export const passkeyAnswer = record({
  id: passkeyId,
  response: record({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
});

export const passkeyName = trimmedText({ minimum: 1, maximum: limits.passkeyNameCodePoints });

/**
 * The relying party for passkeys at the address of a request.
 * @throws if passkeys are not possible there
 */
export function relyingPartyOf({ organizationUrl }: { readonly organizationUrl: string }): RelyingParty {
  const relyingParty = relyingPartyAt(organizationUrl);
  if (!relyingParty)
    throw badRequest('Passkeys only work over HTTPS and with a host name, not an IP address.');
  return relyingParty;
}
