// Which addresses a person may have.

import { badRequest } from '../../contract/error.ts';
import type { Reader } from '../../storage/session.ts';
import { isInDomains } from '../domains/rules.ts';
import { readDomains } from '../domains/store.ts';
import type { Organization } from '../organizations/organization.ts';
import { accountRowByEmail } from './store.ts';

const MAX_LENGTH = 254;

/** One address: something, `@`, and a domain with a dot in it, or a host of one word. */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    /^[^\s@<>()[\],;:\\"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/i.test(text)
  );
}

/** Refuses an address that is none, that the organization does not allow, or that an account has already. */
export async function checkNewEmail(
  reader: Reader,
  organization: Organization,
  email: string,
): Promise<void> {
  if (!isEmailAddress(email)) throw badRequest('Invalid address.');
  if (organization.settings.emails_restricted_to_domains) {
    if (email.includes('+')) throw badRequest('Email addresses containing + are not allowed.');
    if (!isInDomains(email, await readDomains(reader))) throw badRequest('Outside your domain.');
  }
  if (await accountRowByEmail(reader, email)) throw badRequest('Already has an account.');
}
