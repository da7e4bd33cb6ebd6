// The people of the organization in the snapshot, and the viewer's own account and permissions.

import type { Account } from '../../model/accounts/account.ts';
import { isAtLeast, Role } from '../../model/accounts/roles.ts';
import type { OrganizationGroupSetting } from '../../model/groups/permission-settings.ts';
import { apiEmail, EmailVisibility } from '../../model/people/account-email.ts';
import { type AvatarAccount, avatarUrl } from '../../model/people/avatar-url.ts';
import type { WireUser } from '../../model/people/wire-user.ts';
import { accountList } from '../../queries/accounts/account-list.ts';
import { peopleJson } from '../../queries/accounts/people-json.ts';
import { userFor } from '../../queries/accounts/user-for.ts';
import type { OrganizationView } from '../../queries/state/organization-view.ts';
import { organizationAllows } from '../../stores/groups/allows-setting.ts';
import type { Fields, SnapshotRequest, SnapshotSection } from './section.ts';

function lists({ account: viewer, state, options }: SnapshotRequest): Fields {
  const form = {
    clientGravatar: options.clientGravatar,
    hasProfile: viewer !== undefined,
    hasActivity: false,
    showsUnknown: !options.capabilities.user_list_incomplete,
  };
  const systemBots: WireUser[] = [];
  for (const account of accountList(state).filter(({ isSystemBot }) => isSystemBot)) {
    const user = userFor(state, viewer, account, { ...form, hasActivity: true });
    systemBots.push({ ...user, is_system_bot: true });
  }
  return {
    realm_users: peopleJson(state, viewer, { ...form, of: 'active' }),
    realm_non_active_users: peopleJson(state, viewer, { ...form, of: 'inactive' }),
    cross_realm_bots: systemBots,
  };
}

function permissions(state: OrganizationView, account: Account | undefined): Fields {
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

/** Anonymous viewers get the fields of a guest placeholder, because strict clients accept no null. */
function anonymousFields({ organization }: OrganizationView): Fields {
  const pictured: AvatarAccount = {
    id: 0,
    organizationId: organization.id,
    email: '',
    isBot: false,
    settings: { email_address_visibility: EmailVisibility.nobody },
    avatarSource: 'J',
    avatarVersion: 1,
    avatarKey: null,
  };
  return {
    avatar_source: pictured.avatarSource,
    avatar_url: avatarUrl(pictured, organization),
    avatar_url_medium: avatarUrl(pictured, organization, true),
    is_admin: false,
    is_owner: false,
    is_moderator: false,
    is_guest: true,
    user_id: pictured.id,
    email: '',
    delivery_email: '',
    full_name: 'Anonymous User',
  };
}

function ownFields(state: OrganizationView, account: Account): Fields {
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
    ...(request.account ? ownFields(request.state, request.account) : anonymousFields(request.state)),
    ...permissions(request.state, request.account),
  }),
};

export const peopleSections: readonly SnapshotSection[] = [people];
