// What providers say of somebody, as an identity: bounded, and an address only where they vouch for it.

import { limits } from '../../api-contract/limits.ts';
import { isInDomains } from '../../model/domains/domain-rules.ts';
import type { Voucher } from '../../model/sign-in/configuration.ts';
import type { VouchedAddress } from '../../model/sign-in/identity.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';

/** A name as it may stand in a form. */
export function nameIn(value: unknown): string {
  if (typeof value !== 'string') return '';
  return [...value.slice(0, 4 * limits.fullNameCodePoints)]
    .slice(0, limits.fullNameCodePoints)
    .join('')
    .trim();
}

/** The address that a provider names, as far as it may vouch for it and does. */
export function vouchedAddress(
  { domains }: Pick<Voucher, 'domains'>,
  email: unknown,
  isVerified: boolean,
): VouchedAddress {
  if (typeof email !== 'string' || !isEmailAddress(email)) return { problem: 'missing' };
  if (!isVerified) return { problem: 'unverified' };
  const allowed = domains.map((domain) => ({ domain, allowSubdomains: false }));
  return allowed.length === 0 || isInDomains(email, allowed) ? { email } : { problem: 'outside' };
}
