// Reads a person's name and address from a provider's claims: bounded, and an address only if the provider
// vouches for it.

import {
  anyOf,
  type Codec,
  exactly,
  ifValid,
  jsonBoolean,
  jsonText,
  matchingText,
  numberOrText,
  openRecord,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { isInDomains } from '../../model/domains/domain-rules.ts';
import type { ConfirmedAddress } from '../../model/sign-in/identity.ts';
import type { IdentitySource } from '../../model/sign-in/sign-in-configuration.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';

/** A subject: printable ASCII (OpenID Connect Core 1.0, section 2). */
const subject = matchingText(/^[\x20-\x7e]+$/, 'the identifier of a user', limits.signInSubjectCharacters);
/** Some providers send this claim as a string. */
const verifiedMark: Codec<boolean | 'true' | 'false'> = anyOf(
  'is not a boolean',
  jsonBoolean,
  exactly('true'),
  exactly('false'),
);

/** The claims that sign in a person; the configuration may name any others. */
export const personClaims = openRecord({
  sub: subject,
  email: ifValid(jsonText),
  email_verified: ifValid(verifiedMark),
  /** In seconds since 1970. */
  auth_time: ifValid(numberOrText),
});

/** A name, trimmed and cut to the maximum length; empty if there is none. */
export function nameIn(value: string | undefined): string {
  if (value === undefined) return '';
  return [...value.slice(0, 4 * limits.fullNameCodePoints)]
    .slice(0, limits.fullNameCodePoints)
    .join('')
    .trim();
}

/** The email address, if the provider verified it and may vouch for its domain. */
export function vouchedAddress(
  { domains }: Pick<IdentitySource, 'domains'>,
  email: string | undefined,
  isVerified: boolean,
): ConfirmedAddress {
  if (email === undefined || !isEmailAddress(email)) return { problem: 'missing' };
  if (!isVerified) return { problem: 'unverified' };
  const allowed = domains.map((domain) => ({ domain, allowSubdomains: false }));
  return allowed.length === 0 || isInDomains(email, allowed) ? { email } : { problem: 'outside' };
}
