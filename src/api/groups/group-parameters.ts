// The permissions of a group as parameters: a plain value for new groups, `{new, old}` for changes.

import type { Codec } from '../../api-contract/codec.ts';
import {
  type GroupSettingValue,
  groupSettingUpdate,
  groupSettingValue,
} from '../../api-contract/group-setting.ts';
import { optionally, type Parameter } from '../../api-contract/parameter.ts';
import { recordOf } from '../../api-contract/typed-records.ts';
import type { PermissionUpdate } from '../../model/groups/permission-rules.ts';
import { type UserGroupSetting, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import { userGroupSettingNames } from '../../model/groups/wire-group.ts';

const since: Readonly<Record<UserGroupSetting, number>> = {
  can_add_members_group: 305,
  can_join_group: 301,
  can_leave_group: 308,
  can_manage_group: 283,
  can_mention_group: 191,
  can_remove_members_group: 324,
};

function forEachSetting<T>(codec: Codec<T>): Readonly<Record<UserGroupSetting, Parameter<T, true>>> {
  return recordOf(userGroupSettingNames, (name) =>
    optionally(codec, userGroupPermissions[name].description, { since: since[name] }),
  );
}

export const newSettingParameters = forEachSetting<GroupSettingValue>(groupSettingValue);
export const changedSettingParameters = forEachSetting<PermissionUpdate>(groupSettingUpdate);

/** Picks the settings from the values of an operation. */
export function groupSettingsInRequest<T>(
  values: Readonly<Partial<Record<UserGroupSetting, T | undefined>>>,
): Partial<Record<UserGroupSetting, T>> {
  const settings: Partial<Record<UserGroupSetting, T>> = {};
  for (const name of userGroupSettingNames) {
    const value = values[name];
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}
