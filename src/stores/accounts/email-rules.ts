// Which addresses a person may have. Whether an address is disposable is looked up before a unit of work begins.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { AllowedDomain } from '../../model/domains/domain.ts';
import { isInDomains } from '../../model/domains/domain-rules.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/session.ts';
import { readDomains } from '../domains/domain-store.ts';
import { accountRowByEmail } from './account-store.ts';
import { seenAccountInTables } from './visible-account.ts';

const MAX_LENGTH = 254;

/** One address: something, `@`, and a domain with a dot in it, or a host of one word. */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    /^[^\s@<>()[\],;:\\"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/i.test(text)
  );
}

/**
 * Whether two addresses are one mailbox for sure: the same but for the case of Latin letters. Addresses that only count as
 * the same name (a dotless i, say) may be different people's.
 */
export function isSameMailbox(one: string, other: string): boolean {
  const folded = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return folded(one) === folded(other);
}

/** An address that somebody wants to have. */
export interface WantedEmail {
  readonly email: string;
  readonly isDisposable: boolean;
}

export type AddressProblem = 'plus' | 'outside' | 'disposable';

/** How an address that cannot be used is refused. */
export const addressRefusals: Readonly<Record<AddressProblem, string>> = {
  plus: 'Email addresses containing + are not allowed.',
  outside: 'Outside your domain.',
  disposable: 'Please use your real email address.',
};

/**
 * Why an organization does not let an address in; undefined where it does. Where domains are restricted a `+` would
 * let one mailbox have many accounts; elsewhere disposable addresses may be kept out.
 */
export function addressProblem(
  { settings }: Pick<Organization, 'settings'>,
  domains: readonly AllowedDomain[],
  email: string,
  isDisposable: boolean,
): AddressProblem | undefined {
  if (!settings.emails_restricted_to_domains) {
    return settings.disallow_disposable_email_addresses && isDisposable ? 'disposable' : undefined;
  }
  if (email.slice(0, email.lastIndexOf('@')).includes('+')) return 'plus';
  return isInDomains(email, domains) ? undefined : 'outside';
}

/** The same with the allowed domains as they are in the tables. */
export async function addressProblemNow(
  reader: Reader,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<AddressProblem | undefined> {
  const isRestricted = organization.settings.emails_restricted_to_domains;
  return addressProblem(organization, isRestricted ? await readDomains(reader) : [], email, isDisposable);
}

/** Refuses an address that is none, or that the organization does not allow. */
async function checkAllowed(
  reader: Reader,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<void> {
  if (!isEmailAddress(email)) throw badRequest('Invalid address.');
  const problem = await addressProblemNow(reader, organization, email, isDisposable);
  if (problem) throw badRequest(addressRefusals[problem]);
}

/** The same, and an address that an account has already. */
export async function checkNewEmail(
  reader: Reader,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<void> {
  await checkAllowed(reader, organization, email, isDisposable);
  if (await accountRowByEmail(reader, email)) throw badRequest('Already has an account.');
}

/** The same for an address that is to be confirmed: it is taken only as far as `account` may know whose it is. */
export async function checkWantedEmail(
  reader: Reader,
  organization: Organization,
  account: Account,
  { email, isDisposable }: WantedEmail,
): Promise<void> {
  await checkAllowed(reader, organization, email, isDisposable);
  if (await seenAccountInTables(reader, organization, account, email))
    throw badRequest('Already has an account.');
}
