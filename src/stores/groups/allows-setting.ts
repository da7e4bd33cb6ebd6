// Whether an account has a permission, including the setting's own rules: guests never have a permission that
// cannot be given to everyone, even if they are named. `…Allows` decides from memory for requests that read,
// `…AllowsNow` from the tables inside units of work.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { PermissionSetting } from '../../model/groups/permission-setting.ts';
import {
  type ChannelGroupSetting,
  channelPermissions,
  type OrganizationGroupSetting,
  organizationPermissions,
} from '../../model/groups/permission-settings.ts';
import { type GroupCandidate, type GroupDirectory, isAllowed } from '../../model/groups/user-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { ActorContext } from '../actor-context.ts';
import { isAllowedNow } from './allowed-now.ts';

/** The permissions of a channel. */
interface WithChannelSettings {
  readonly groupSettings: Readonly<Record<ChannelGroupSetting, GroupSettingValue>>;
}

/** The groups and the organization in memory. */
interface Directory extends GroupDirectory {
  readonly organization: Organization;
}

/** The account, the groups that decide, and the time in seconds; by default the current one. */
interface PermissionCheck {
  readonly directory: GroupDirectory;
  readonly account: GroupCandidate;
  readonly now?: number | undefined;
}

function isExcludedGuest(setting: PermissionSetting, account: GroupCandidate): boolean {
  return account.role === Role.guest && !setting.allowEveryone;
}

/** Whether a setting with a value includes an account. */
export function settingAllows(
  { directory, account, now = nowSeconds() }: PermissionCheck,
  setting: PermissionSetting,
  value: GroupSettingValue,
): boolean {
  return !isExcludedGuest(setting, account) && isAllowed(directory, value, account, now);
}

/** Whether a setting with a value includes the account, from the tables inside a unit of work. */
export async function settingAllowsNow(
  acting: ActorContext<GroupCandidate>,
  setting: PermissionSetting,
  value: GroupSettingValue,
): Promise<boolean> {
  return !isExcludedGuest(setting, acting.account) && isAllowedNow(acting, value);
}

/** Whether one of the organization's permissions includes an account. */
export function organizationAllows(
  state: Directory,
  name: OrganizationGroupSetting,
  account: GroupCandidate,
): boolean {
  return settingAllows(
    { directory: state, account },
    organizationPermissions[name],
    state.organization.settings[name],
  );
}

/** Whether one of a channel's permissions includes an account. */
export function channelAllows(
  check: PermissionCheck,
  channel: WithChannelSettings,
  name: ChannelGroupSetting,
): boolean {
  return settingAllows(check, channelPermissions[name], channel.groupSettings[name]);
}

/** Whether one of a channel's permissions includes the account, from the tables inside a unit of work. */
export async function channelAllowsNow(
  acting: ActorContext<GroupCandidate>,
  channel: WithChannelSettings,
  name: ChannelGroupSetting,
): Promise<boolean> {
  return settingAllowsNow(acting, channelPermissions[name], channel.groupSettings[name]);
}
