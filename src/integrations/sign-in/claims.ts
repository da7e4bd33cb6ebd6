// Reads a person's name and address from a provider's claims: bounded, and an address only if the provider
// vouches for it.

import { limits } from '../../api-contract/limits.ts';
import { isInDomains } from '../../model/domains/domain-rules.ts';
import type { ConfirmedAddress } from '../../model/sign-in/identity.ts';
import type { IdentitySource } from '../../model/sign-in/sign-in-configuration.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';

/** A name, trimmed and cut to the maximum length; empty if there is none. */
export function nameIn(value: unknown): string {
  if (typeof value !== 'string') return '';
  return [...value.slice(0, 4 * limits.fullNameCodePoints)]
    .slice(0, limits.fullNameCodePoints)
    .join('')
    .trim();
}

/** The email address, if the provider verified it and may vouch for its domain. */
export function vouchedAddress(
  { domains }: Pick<IdentitySource, 'domains'>,
  email: unknown,
  isVerified: boolean,
): ConfirmedAddress {
  if (typeof email !== 'string' || !isEmailAddress(email)) return { problem: 'missing' };
  if (!isVerified) return { problem: 'unverified' };
  const allowed = domains.map((domain) => ({ domain, allowSubdomains: false }));
  return allowed.length === 0 || isInDomains(email, allowed) ? { email } : { problem: 'outside' };
}
