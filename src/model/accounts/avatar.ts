// Avatar addresses: uploaded pictures are ours, others come from an external service by a hash of the address.

import { createHash } from 'node:crypto';
import type { Organization } from '../organizations/organization.ts';
import type { Account } from './account.ts';
import { type Addressed, apiEmail, EmailVisibility } from './email.ts';

const SERVICE = 'https://secure.gravatar.com/avatar';

/** What of an account decides about its picture. */
export type Pictured = Addressed & Pick<Account, 'organizationId' | 'avatarSource' | 'avatarVersion'>;

/** The path of an uploaded picture, below the organization's address. */
export function uploadedAvatarPath(account: Pictured, isMedium: boolean): string {
  const size = isMedium ? '-medium' : '';
  return `/user_avatars/${account.organizationId}/${account.id}${size}.png?version=${account.avatarVersion}`;
}

const hashed = new WeakMap<Pictured, string>();

function serviceUrl(account: Pictured, organization: Organization, isMedium: boolean): string {
  let base = hashed.get(account);
  if (!base) {
    const hash = createHash('md5').update(apiEmail(account, organization).toLowerCase()).digest('hex');
    base = `${SERVICE}/${hash}?d=identicon&version=${account.avatarVersion}`;
    hashed.set(account, base);
  }
  return isMedium ? `${base}&s=500` : base;
}

/** The address of an account's picture; relative to the organization's address when it was uploaded. */
export function avatarUrl(account: Pictured, organization: Organization, isMedium = false): string {
  return account.avatarSource === 'U'
    ? uploadedAvatarPath(account, isMedium)
    : serviceUrl(account, organization, isMedium);
}

/**
 * What a client that computes external addresses itself is told: null where it can, which is where the account
 * has no picture of its own and everyone may see the real address.
 */
export function avatarUrlOrNull(account: Pictured, organization: Organization): string | null {
  const isComputable =
    account.avatarSource === 'G' &&
    (account.isBot || account.settings.email_address_visibility === EmailVisibility.everyone);
  return isComputable ? null : avatarUrl(account, organization);
}
