// Whether an account has a permission, with all that the setting says: guests never have one that cannot be given
// to everyone, even where they are named. `…Allows` decides from memory for requests that read, `…AllowsNow`
// by the tables inside units of work.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { Role } from '../../model/accounts/roles.ts';
import { type GroupDirectory, isAllowed, type Person } from '../../model/groups/group.ts';
import type { PermissionSetting } from '../../model/groups/permission-setting.ts';
import {
  type ChannelGroupSetting,
  channelPermissions,
  type OrganizationGroupSetting,
  organizationPermissions,
} from '../../model/groups/permission-settings.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Acting } from '../acting.ts';
import { isAllowedNow } from './allowed-now.ts';

/** A channel, as far as its permissions go. */
interface WithChannelSettings {
  readonly groupSettings: Readonly<Record<ChannelGroupSetting, GroupSettingValue>>;
}

/** The state in memory. */
interface Directory extends GroupDirectory {
  readonly organization: Organization;
}

/** Whom a permission may let through, by which groups, and when: now, where nothing is said. */
interface Allowing {
  readonly directory: GroupDirectory;
  readonly account: Person;
  readonly now?: number | undefined;
}

function isShutOut(setting: PermissionSetting, account: Person): boolean {
  return account.role === Role.guest && !setting.allowEveryone;
}

/** Whether a setting with a value lets an account through. */
export function settingAllows(
  { directory, account, now = nowSeconds() }: Allowing,
  setting: PermissionSetting,
  value: GroupSettingValue,
): boolean {
  return !isShutOut(setting, account) && isAllowed(directory, value, account, now);
}

/** The same inside a unit of work. */
export async function settingAllowsNow(
  acting: Acting<Person>,
  setting: PermissionSetting,
  value: GroupSettingValue,
): Promise<boolean> {
  return !isShutOut(setting, acting.account) && isAllowedNow(acting, value);
}

/** Whether one of the organization's permissions lets an account through. */
export function organizationAllows(
  state: Directory,
  name: OrganizationGroupSetting,
  account: Person,
): boolean {
  return settingAllows(
    { directory: state, account },
    organizationPermissions[name],
    state.organization.settings[name],
  );
}

/** Whether one of a channel's permissions lets an account through. */
export function channelAllows(
  allowing: Allowing,
  channel: WithChannelSettings,
  name: ChannelGroupSetting,
): boolean {
  return settingAllows(allowing, channelPermissions[name], channel.groupSettings[name]);
}

/** The same inside a unit of work. */
export async function channelAllowsNow(
  acting: Acting<Person>,
  channel: WithChannelSettings,
  name: ChannelGroupSetting,
): Promise<boolean> {
  return settingAllowsNow(acting, channelPermissions[name], channel.groupSettings[name]);
}
