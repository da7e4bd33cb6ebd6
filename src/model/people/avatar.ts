// Avatar addresses: uploaded pictures and those that the server draws are ours, others come from an external service
// by a hash of the address.

import { createHash } from 'node:crypto';
import type { Account } from '../accounts/account.ts';
import type { Organization } from '../organizations/organization.ts';
import { type Addressed, apiEmail, EmailVisibility } from './email.ts';

const SERVICE = 'https://secure.gravatar.com/avatar';

/** What of an account decides about its picture. */
export type Pictured = Addressed &
  Pick<Account, 'organizationId' | 'avatarSource' | 'avatarVersion' | 'avatarKey'>;

/** Below the organization's address. */
function ownPath(account: Pictured, file: string, isMedium: boolean): string {
  const size = isMedium ? '-medium' : '';
  return `/user_avatars/${account.organizationId}/${file}${size}.png?version=${account.avatarVersion}`;
}

const hashed = new WeakMap<Pictured, string>();

/** What the picture of an account is drawn from; says nothing of the account to others. */
export function drawnHash({ id }: Pick<Account, 'id'>, { uuid }: Pick<Organization, 'uuid'>): string {
  return createHash('sha256').update(`${uuid}:${id}`).digest('hex').slice(0, 40);
}

/** The picture that is drawn of whom an account is. */
function drawnPath(account: Pictured, organization: Organization, isMedium: boolean): string {
  let hash = hashed.get(account);
  if (!hash) {
    hash = drawnHash(account, organization);
    hashed.set(account, hash);
  }
  return ownPath(account, `drawn/${hash}`, isMedium);
}

/** Where the external service has a picture for an address, or draws one. */
export function serviceUrlOf(email: string, version: number, isMedium: boolean): string {
  const hash = createHash('md5').update(email.trim().toLowerCase()).digest('hex');
  return `${SERVICE}/${hash}?d=identicon&version=${version}${isMedium ? '&s=500' : ''}`;
}

function serviceUrl(account: Pictured, organization: Organization, isMedium: boolean): string {
  let base = hashed.get(account);
  if (!base) {
    base = serviceUrlOf(apiEmail(account, organization), account.avatarVersion, false);
    hashed.set(account, base);
  }
  return isMedium ? `${base}&s=500` : base;
}

/** The address of an account's picture; relative to the organization's address unless it is an external one. */
export function avatarUrl(account: Pictured, organization: Organization, isMedium = false): string {
  if (account.avatarSource === 'U' && account.avatarKey !== null) {
    return ownPath(account, account.avatarKey, isMedium);
  }
  if (account.avatarSource === 'G') return serviceUrl(account, organization, isMedium);
  return drawnPath(account, organization, isMedium);
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
