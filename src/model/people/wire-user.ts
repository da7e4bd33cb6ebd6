// The User object, in which clients receive accounts in lists, in `POST /register` and in `realm_user` events.
// The viewer only makes a difference to the email address and the picture.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';
import type { ProfileValue } from '../profile-fields/profile-value.ts';
import { wireValues } from '../profile-fields/wire-value.ts';
import { apiEmail } from './account-email.ts';
import { type AvatarAccount, avatarUrl, avatarUrlOrNull } from './avatar-url.ts';

/** The fields of an account that others can see. */
export type VisibleAccount = AvatarAccount &
  Pick<
    Account,
    | 'fullName'
    | 'role'
    | 'isActive'
    | 'isDeleted'
    | 'isImportedStub'
    | 'botType'
    | 'botOwnerId'
    | 'dateJoined'
    | 'timezone'
  >;

export interface WireUserOptions {
  /** Whether the viewer may see the real email address. */
  readonly showsEmail: boolean;
  /** Whether the client computes the URLs of external pictures itself. */
  readonly clientGravatar: boolean;
  readonly hasProfile: boolean;
  /** False if the list implies whether accounts are active. */
  readonly hasActivity: boolean;
}

export type WireUser = Readonly<Record<string, unknown>>;

/** A time in ISO 8601 with an offset, as clients expect it. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');
}

export function wireUser(
  account: VisibleAccount,
  organization: Organization,
  options: WireUserOptions,
  profile: readonly ProfileValue[],
): WireUser {
  return {
    user_id: account.id,
    delivery_email: options.showsEmail ? account.email : null,
    email: apiEmail(account, organization),
    full_name: account.fullName,
    date_joined: isoTime(account.dateJoined),
    ...(options.hasActivity && { is_active: account.isActive }),
    is_owner: account.role === Role.owner,
    is_admin: account.role <= Role.administrator,
    is_guest: account.role === Role.guest,
    is_bot: account.isBot,
    bot_type: account.botType,
    bot_owner_id: account.botOwnerId,
    role: account.role,
    timezone: account.timezone,
    avatar_url: options.clientGravatar
      ? avatarUrlOrNull(account, organization)
      : avatarUrl(account, organization),
    avatar_version: account.avatarVersion,
    is_imported_stub: account.isImportedStub,
    ...(account.isDeleted && { is_deleted: true }),
    ...(options.hasProfile && !account.isBot && { profile_data: wireValues(profile) }),
  };
}

/** A placeholder for an account that a limited guest may not see, for clients that need one; only the id is real. */
export function unknownUser(
  id: number,
  organization: Organization,
  options: Omit<WireUserOptions, 'showsEmail'>,
): WireUser {
  const placeholder: VisibleAccount = {
    id,
    organizationId: organization.id,
    email: '',
    isBot: false,
    settings: { email_address_visibility: 4 },
    avatarSource: 'G',
    avatarVersion: 1,
    avatarKey: null,
    fullName: 'Unknown user',
    role: Role.member,
    isActive: true,
    isDeleted: false,
    isImportedStub: false,
    botType: null,
    botOwnerId: null,
    dateJoined: 0,
    timezone: '',
  };
  const user = wireUser(placeholder, organization, { ...options, showsEmail: false }, []);
  return { ...user, avatar_url: UNKNOWN_USER_AVATAR };
}

/** The silhouette of people whom a viewer may not see. */
export const UNKNOWN_USER_AVATAR = '/static/images/unknown-user-avatar.png';
