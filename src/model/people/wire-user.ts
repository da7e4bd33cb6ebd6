// An account as clients read it: the User object of lists, of POST /register and of `realm_user` events. Whom it
// is shown to decides only about the address and the picture.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';
import type { ProfileValue } from '../profile-fields/value.ts';
import { wireValues } from '../profile-fields/wire-value.ts';
import { avatarUrl, avatarUrlOrNull, type Pictured } from './avatar.ts';
import { apiEmail } from './email.ts';

/** What of an account others are shown. */
export type ShownAccount = Pictured &
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

export interface UserShape {
  /** The reader may see the real address. */
  readonly showsEmail: boolean;
  /** The client computes addresses of external pictures itself. */
  readonly clientGravatar: boolean;
  readonly hasProfile: boolean;
  /** Left out where the list says it already. */
  readonly hasActivity: boolean;
}

export type WireUser = Readonly<Record<string, unknown>>;

/** A time as clients read it in texts: ISO 8601 with its offset. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');
}

/** The User object in one shape. */
export function wireUser(
  account: ShownAccount,
  organization: Organization,
  shape: UserShape,
  profile: readonly ProfileValue[],
): WireUser {
  return {
    user_id: account.id,
    delivery_email: shape.showsEmail ? account.email : null,
    email: apiEmail(account, organization),
    full_name: account.fullName,
    date_joined: isoTime(account.dateJoined),
    ...(shape.hasActivity && { is_active: account.isActive }),
    is_owner: account.role === Role.owner,
    is_admin: account.role <= Role.administrator,
    is_guest: account.role === Role.guest,
    is_bot: account.isBot,
    bot_type: account.botType,
    bot_owner_id: account.botOwnerId,
    role: account.role,
    timezone: account.timezone,
    avatar_url: shape.clientGravatar
      ? avatarUrlOrNull(account, organization)
      : avatarUrl(account, organization),
    avatar_version: account.avatarVersion,
    is_imported_stub: account.isImportedStub,
    ...(account.isDeleted && { is_deleted: true }),
    ...(shape.hasProfile && !account.isBot && { profile_data: wireValues(profile) }),
  };
}

/** Stands in for somebody whom a limited guest may not see, for clients that cannot do without; only the id is real. */
export function unknownUser(
  id: number,
  organization: Organization,
  wish: Omit<UserShape, 'showsEmail'>,
): WireUser {
  const nobody: ShownAccount = {
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
  const user = wireUser(nobody, organization, { ...wish, showsEmail: false }, []);
  return { ...user, avatar_url: UNKNOWN_USER_AVATAR };
}

/** The silhouette of people whom a reader may not see. */
export const UNKNOWN_USER_AVATAR = '/static/images/unknown-user-avatar.png';
