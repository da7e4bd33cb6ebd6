// URLs of avatars. Uploaded and generated pictures are served here; others come from an external service, which
// finds them by a hash of the email address.

import { createHash } from 'node:crypto';
import type { Account } from '../accounts/account.ts';
import type { Organization } from '../organizations/organization.ts';
import { apiEmail, type EmailAccount, EmailVisibility } from './account-email.ts';

const SERVICE = 'https://secure.gravatar.com/avatar';

/** The fields of an account that determine its picture. */
export type AvatarAccount = EmailAccount &
  Pick<Account, 'organizationId' | 'avatarSource' | 'avatarVersion' | 'avatarKey'>;

/** Relative to the organization's address. */
function ownPath(account: AvatarAccount, file: string, isMedium: boolean): string {
  const size = isMedium ? '-medium' : '';
  return `/user_avatars/${account.organizationId}/${file}${size}.png?version=${account.avatarVersion}`;
}

const cachedHashes = new WeakMap<AvatarAccount, string>();

/** The seed of an account's generated picture. It reveals nothing about the account. */
export function generatedAvatarHash(
  { id }: Pick<Account, 'id'>,
  { uuid }: Pick<Organization, 'uuid'>,
): string {
  return createHash('sha256').update(`${uuid}:${id}`).digest('hex').slice(0, 40);
}

/** The path of an account's generated picture. */
function generatedPath(account: AvatarAccount, organization: Organization, isMedium: boolean): string {
  let hash = cachedHashes.get(account);
  if (!hash) {
    hash = generatedAvatarHash(account, organization);
    cachedHashes.set(account, hash);
  }
  return ownPath(account, `drawn/${hash}`, isMedium);
}

/** The URL of the external service's picture for an email address; it generates one if there is none. */
export function externalAvatarUrl(email: string, version: number, isMedium: boolean): string {
  const hash = createHash('md5').update(email.trim().toLowerCase()).digest('hex');
  return `${SERVICE}/${hash}?d=identicon&version=${version}${isMedium ? '&s=500' : ''}`;
}

function serviceUrl(account: AvatarAccount, organization: Organization, isMedium: boolean): string {
  let base = cachedHashes.get(account);
  if (!base) {
    base = externalAvatarUrl(apiEmail(account, organization), account.avatarVersion, false);
    cachedHashes.set(account, base);
  }
  return isMedium ? `${base}&s=500` : base;
}

/** The URL of an account's picture, relative to the organization's address unless it is an external one. */
export function avatarUrl(account: AvatarAccount, organization: Organization, isMedium = false): string {
  if (account.avatarSource === 'U' && account.avatarKey !== null) {
    return ownPath(account, account.avatarKey, isMedium);
  }
  if (account.avatarSource === 'G') return serviceUrl(account, organization, isMedium);
  return generatedPath(account, organization, isMedium);
}

/**
 * The URL for clients that compute external URLs themselves. Null if they can do so, which is the case if the
 * account has no picture of its own and everyone may see its real email address.
 */
export function avatarUrlOrNull(account: AvatarAccount, organization: Organization): string | null {
  const isComputable =
    account.avatarSource === 'G' &&
    (account.isBot || account.settings.email_address_visibility === EmailVisibility.everyone);
  return isComputable ? null : avatarUrl(account, organization);
}
