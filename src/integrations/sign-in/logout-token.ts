// Reads the claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6) whose signature,
// issuer, audience and times were verified. An ID token never counts as one.

import type { JWTPayload } from 'jose';
import {
  anyObject,
  decodedOrUndefined,
  ifValid,
  jsonText,
  optional,
  record,
  text,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { LogoutNotice } from '../../model/sign-in/provider-clients.ts';
import type { ProviderRequests } from './provider-requests.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A string claim that can be stored. */
const storedText = text({ minimum: 1, maximum: limits.signInSubjectCharacters });
const session = record({ sid: ifValid(storedText) });
const logoutClaims = record({
  iss: jsonText,
  sub: optional(storedText),
  sid: optional(storedText),
  jti: storedText,
  events: record({ [EVENT]: anyObject }),
});

/** The provider's session id in the claims of an ID token; undefined if there is none. */
export function sessionIdIn(claims: JWTPayload): string | undefined {
  return decodedOrUndefined(session, claims)?.sid;
}

/** The account and session that were logged out. @throws SignInError */
export function loggedOutIn(claims: JWTPayload, provider: ProviderRequests): LogoutNotice {
  if (claims.nonce !== undefined)
    throw provider.error('the logout token has a nonce, which only ID tokens may have');
  const { iss, sub, sid, jti } = provider.decoded(logoutClaims, claims, 'the logout token cannot be used');
  if (sub === undefined && sid === undefined) throw provider.error('the logout token has no sub and no sid');
  return { issuer: iss, subject: sub, sid, tokenId: jti };
}
