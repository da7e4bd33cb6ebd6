// Reads the claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6) whose signature,
// issuer, audience and times were verified. An ID token never counts as one.

import type { JWTPayload } from 'jose';
import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { LogoutNotice } from '../../model/sign-in/provider-clients.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A string claim that can be stored; undefined for anything else. */
function textIn(value: unknown): string | undefined {
  const isText = typeof value === 'string' && value !== '' && value.length <= limits.signInSubjectCharacters;
  return isText && !value.includes('\0') ? value : undefined;
}

/** The provider's session id; undefined if there is none. */
export function sessionIdIn({ sid }: JWTPayload): string | undefined {
  return textIn(sid);
}

/** The account and session that were logged out. @param failed creates the error for a reason */
export function loggedOutIn(claims: JWTPayload, failed: (reason: string) => Error): LogoutNotice {
  const { iss, sub, sid, jti, events, nonce } = claims;
  if (nonce !== undefined) throw failed('the logout token has a nonce, which only ID tokens may have');
  if (!isRecord(events) || !isRecord(events[EVENT])) throw failed('the logout token has no logout event');
  const [subject, session, tokenId] = [textIn(sub), textIn(sid), textIn(jti)];
  const isUnreadable = (sub !== undefined && !subject) || (sid !== undefined && !session);
  if (isUnreadable || (!subject && !session)) throw failed('the logout token has no usable sub or sid');
  if (iss === undefined || tokenId === undefined) throw failed('the logout token has no usable jti');
  return { issuer: iss, subject, sid: session, tokenId };
}
