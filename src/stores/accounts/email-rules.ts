// The email addresses an account may have. Callers look up whether an address is disposable before the unit
// of work begins.

import { badRequest } from '../../api-contract/error.ts';
import type { PageError } from '../../api-contract/page-error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { AllowedDomain } from '../../model/domains/allowed-domain.ts';
import { isInDomains } from '../../model/domains/domain-rules.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readDomains } from '../domains/domain-store.ts';
import { accountRowByEmail } from './account-store.ts';
import { visibleAccountInTables } from './visible-account.ts';

const MAX_LENGTH = 254;

/** Whether the text is one address: a local part, `@`, and a domain with a dot or a single-label host. */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    /^[^\s@<>()[\],;:\\"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/i.test(text)
  );
}

/**
 * Whether two addresses are certainly one mailbox: equal except for the case of Latin letters. Addresses that
 * merely have the same key (with a dotless i, for example) may belong to different people.
 */
export function isSameMailbox(one: string, other: string): boolean {
  const folded = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return folded(one) === folded(other);
}

/** An address that an account requests. */
export interface RequestedEmail {
  readonly email: string;
  readonly isDisposable: boolean;
}

export type AddressErrorKind = 'plus' | 'outside' | 'disposable';

/** The error texts for addresses that cannot be used. */
export const addressErrorTexts: Readonly<Record<AddressErrorKind, string>> = {
  plus: 'Email addresses containing + are not allowed.',
  outside: 'Outside your domain.',
  disposable: 'Please use your real email address.',
};

/** What pages show for an address that an organization does not allow. */
export function addressPageError(
  kind: AddressErrorKind,
  { name: organization }: Pick<Organization, 'name'>,
): PageError {
  if (kind === 'outside') return { code: 'EMAIL_OUTSIDE_DOMAINS', organization };
  return { code: kind === 'plus' ? 'EMAIL_WITH_PLUS' : 'EMAIL_DISPOSABLE' };
}

/**
 * Why an organization does not allow an address; undefined if it does. Where domains are restricted, a `+`
 * would give one mailbox many accounts; elsewhere disposable addresses may be refused.
 */
export function addressErrorKind(
  { settings }: Pick<Organization, 'settings'>,
  domains: readonly AllowedDomain[],
  email: string,
  isDisposable: boolean,
): AddressErrorKind | undefined {
  if (!settings.emails_restricted_to_domains) {
    return settings.disallow_disposable_email_addresses && isDisposable ? 'disposable' : undefined;
  }
  if (email.slice(0, email.lastIndexOf('@')).includes('+')) return 'plus';
  return isInDomains(email, domains) ? undefined : 'outside';
}

/** Like `addressErrorKind`, with the allowed domains read from the tables. */
export async function addressErrorKindNow(
  reader: Reader,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<AddressErrorKind | undefined> {
  const isRestricted = organization.settings.emails_restricted_to_domains;
  return addressErrorKind(organization, isRestricted ? await readDomains(reader) : [], email, isDisposable);
}

/** Requires a valid address that the organization allows. */
async function checkAllowed(
  reader: Reader,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<void> {
  if (!isEmailAddress(email)) throw badRequest('Invalid address.').onPages({ code: 'INVALID_EMAIL' });
  const errorKind = await addressErrorKindNow(reader, organization, email, isDisposable);
  if (errorKind)
    throw badRequest(addressErrorTexts[errorKind]).onPages(addressPageError(errorKind, organization));
}

/** Requires a valid, allowed address that no account has. */
export async function checkNewEmail(
  reader: Reader,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<void> {
  await checkAllowed(reader, organization, email, isDisposable);
  if (await accountRowByEmail(reader, email))
    throw badRequest('Already has an account.').onPages({ code: 'EMAIL_IN_USE' });
}

/**
 * Requires a valid, allowed address before it is confirmed. Reveals that the address is taken only if
 * `account` may see whose it is.
 */
export async function checkRequestedEmail(
  reader: Reader,
  organization: Organization,
  account: Account,
  { email, isDisposable }: RequestedEmail,
): Promise<void> {
  await checkAllowed(reader, organization, email, isDisposable);
  if (await visibleAccountInTables(reader, organization, account, email))
    throw badRequest('Already has an account.').onPages({ code: 'EMAIL_IN_USE' });
}
