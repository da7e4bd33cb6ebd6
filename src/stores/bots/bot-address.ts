// The addresses of bots: a chosen name in the organization's own domain.

import { badRequest } from '../../api-contract/error.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { standInDomain } from '../../model/people/account-email.ts';
import { isEmailAddress } from '../accounts/email-rules.ts';

/** @throws `Bad name or username` */
export function botAddress(shortName: string, organization: Organization): string {
  const email = `${shortName.trim()}-bot@${standInDomain(organization)}`;
  if (shortName.trim() === '' || !isEmailAddress(email)) throw badRequest('Bad name or username');
  return email;
}
