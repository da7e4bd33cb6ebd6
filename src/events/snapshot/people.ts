// The people of the organization in the snapshot, and what the reader is and may do.

import type { Account } from '../../model/accounts/account.ts';
import { avatarUrl } from '../../model/accounts/avatar.ts';
import { apiEmail } from '../../model/accounts/email.ts';
import { isAtLeast, Role } from '../../model/accounts/roles.ts';
import { unknownUser, userFor, type WireUser } from '../../model/accounts/user-view.ts';
import { isLimitedGuest, maySeeAccount } from '../../model/accounts/visibility.ts';
import { organizationAllows } from '../../model/groups/allows-setting.ts';
import type { OrganizationGroupSetting } from '../../model/groups/permission-settings.ts';
import type { OrganizationState } from '../../model/state/organization-state.ts';
import type { Fields, SnapshotRequest, SnapshotSection } from './section.ts';

function lists({ account: viewer, state, subscriptions, options }: SnapshotRequest): Fields {
  const shape = {
    clientGravatar: options.clientGravatar,
    hasProfile: viewer !== undefined,
    hasActivity: false,
  };
  const isLimited = viewer !== undefined && isLimitedGuest(state, viewer);
  const active: WireUser[] = [];
  const inactive: WireUser[] = [];
  const system: WireUser[] = [];
  for (const account of state.accounts.values()) {
    if (account.isSystemBot) {
      const user = userFor(state, viewer, account, { ...shape, hasActivity: true });
      system.push({ ...user, is_system_bot: true });
      continue;
    }
    const list = account.isActive ? active : inactive;
    if (!isLimited || maySeeAccount(state, viewer, subscriptions, account)) {
      list.push(userFor(state, viewer, account, shape));
    } else if (!options.capabilities.user_list_incomplete) {
      list.push(unknownUser(account.id, state.organization, shape));
    }
  }
  return { realm_users: active, realm_non_active_users: inactive, cross_realm_bots: system };
}

function permissions(state: OrganizationState, account: Account | undefined): Fields {
  const may = (name: OrganizationGroupSetting) =>
    account !== undefined && organizationAllows(state, name, account);
  const isPublicAllowed = may('can_create_public_channel_group');
  const isPrivateAllowed = may('can_create_private_channel_group');
  const isWebPublic = state.organization.settings.enable_spectator_access;
  return {
    can_create_streams: isPublicAllowed || isPrivateAllowed,
    can_create_public_streams: isPublicAllowed,
    can_create_private_streams: isPrivateAllowed,
    can_create_web_public_streams: isWebPublic && may('can_create_web_public_channel_group'),
    can_subscribe_other_users: may('can_add_subscribers_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  };
}

/** A visitor without an account reads what a guest would, about nobody. */
function visitor(): Fields {
  return {
    avatar_source: 'G',
    avatar_url: null,
    avatar_url_medium: null,
    is_admin: false,
    is_owner: false,
    is_moderator: false,
    is_guest: true,
    user_id: null,
    email: '',
    delivery_email: '',
    full_name: '',
  };
}

function oneself(state: OrganizationState, account: Account): Fields {
  const { organization } = state;
  return {
    avatar_source: account.avatarSource,
    avatar_url: avatarUrl(account, organization),
    avatar_url_medium: avatarUrl(account, organization, true),
    is_admin: isAtLeast(account.role, Role.administrator),
    is_owner: account.role === Role.owner,
    is_moderator: isAtLeast(account.role, Role.moderator),
    is_guest: account.role === Role.guest,
    user_id: account.id,
    email: apiEmail(account, organization),
    delivery_email: account.email,
    full_name: account.fullName,
  };
}

const people: SnapshotSection = {
  gates: ['realm_user'],
  fromMemory: (request) => ({
    ...lists(request),
    ...(request.account ? oneself(request.state, request.account) : visitor()),
    ...permissions(request.state, request.account),
  }),
};

export const peopleSections: readonly SnapshotSection[] = [people];
