// Email addresses of accounts: the real one, who may see it, and the stand-in that the API uses for it.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';

/** Values of the personal setting `email_address_visibility`. */
export const EmailVisibility = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const;

/** Used if no host of the organization forms a valid domain. */
const FALLBACK_DOMAIN = 'parley.invalid';

function isDomain(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && !/^[\d.]+$/.test(host);
}

/** The domain of stand-in addresses and of bots' addresses. */
export function standInDomain({ host, publicHost }: Pick<Organization, 'host' | 'publicHost'>): string {
  const ownHost = host.replace(/:\d+$/, '');
  return [ownHost, publicHost].find(isDomain) ?? FALLBACK_DOMAIN;
}

/**
 * The address that a bot has with the organization's current domain, which may differ from the one it was
 * created with.
 */
export function currentBotEmail(email: string, organization: Organization): string {
  return `${email.slice(0, email.lastIndexOf('@'))}@${standInDomain(organization)}`;
}

/** The fields of an account that determine its address. */
export type EmailAccount = Pick<Account, 'id' | 'email' | 'isBot'> & {
  readonly settings: Pick<Account['settings'], 'email_address_visibility'>;
};

/** The address that the API shows for an account: the real one if everyone may see it, otherwise a stand-in. */
export function apiEmail(account: EmailAccount, organization: Organization): string {
  if (account.isBot || account.settings.email_address_visibility === EmailVisibility.everyone)
    return account.email;
  return `user${account.id}@${standInDomain(organization)}`;
}

const STAND_IN = /^user(\d+)@(.+)$/i;

/** Includes the fallback, so that stand-ins from before the organization had its domain still work. */
function isStandInDomain(domain: string | undefined, organization: Organization): boolean {
  const lower = domain?.toLowerCase();
  return lower === standInDomain(organization) || lower === FALLBACK_DOMAIN;
}

/** The account id in a stand-in address of this organization; undefined for any other address. */
export function standInAccountId(email: string, organization: Organization): number | undefined {
  const match = STAND_IN.exec(email.trim());
  if (!match?.[1] || !isStandInDomain(match[2], organization)) return undefined;
  const id = Number(match[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** Whether a viewer may see an account's real address. */
export function maySeeEmail(
  viewer: Pick<Account, 'id' | 'role'> | undefined,
  account: EmailAccount,
): boolean {
  if (account.isBot || viewer?.id === account.id) return true;
  // "Everyone" means everyone in the organization, so not anonymous viewers.
  if (!viewer) return false;
  const visibility = account.settings.email_address_visibility;
  if (visibility === EmailVisibility.everyone) return true;
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
