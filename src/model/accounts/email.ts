// Addresses: the real one, whom it is shown to, and the API address that stands in for it.

import type { Organization } from '../organizations/organization.ts';
import type { Account } from './account.ts';
import { Role } from './roles.ts';

/** Values of the personal setting `email_address_visibility`. */
export const EmailVisibility = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

/** Used where the organization's host does not form a valid address. */
const FALLBACK_DOMAIN = 'parley.invalid';

function standInDomain(organization: Organization): string {
  const host = organization.host.replace(/:\d+$/, '');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && !/^[\d.]+$/.test(host) ? host : FALLBACK_DOMAIN;
}

/** The address by which the API names an account: the real one if everyone may see it, else a stand-in. */
export function apiEmail(account: Account, organization: Organization): string {
  if (account.isBot || account.settings.email_address_visibility === EmailVisibility.everyone) return account.email;
  return `user${account.id}@${standInDomain(organization)}`;
}

/** Whether a viewer may see an account's real address. */
export function maySeeEmail(viewer: Account | undefined, account: Account): boolean {
  if (account.isBot || viewer?.id === account.id) return true;
  const visibility = account.settings.email_address_visibility;
  if (visibility === EmailVisibility.everyone) return true;
  if (!viewer) return false;
  switch (visibility) {
    case EmailVisibility.members:
      return viewer.role <= Role.member;
    case EmailVisibility.moderators:
      return viewer.role <= Role.moderator;
    case EmailVisibility.administrators:
      return viewer.role <= Role.administrator;
    default:
      return false;
  }
}
