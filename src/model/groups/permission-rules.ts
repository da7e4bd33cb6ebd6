// Which values a permission accepts.

import { ApiError, badRequest, invalidGroup } from '../../api-contract/error.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { PermissionSetting } from './permission-setting.ts';
import type { UserGroup } from './user-group.ts';

/** A change as a client sends it. `old` guards against concurrent changes. */
export interface PermissionUpdate {
  readonly new: GroupSettingValue;
  readonly old?: GroupSettingValue;
}

/** The existing groups and active people that a value names. */
export interface NamedInValue {
  readonly groups: ReadonlyMap<number, Pick<UserGroup, 'name' | 'isSystem' | 'isDeactivated'>>;
  readonly accountIds: ReadonlySet<number>;
}

/** The ids to look up before a value can be checked. */
export function namedIds(value: GroupSettingValue): {
  groupIds: readonly number[];
  accountIds: readonly number[];
} {
  if (typeof value === 'number') return { groupIds: [value], accountIds: [] };
  return { groupIds: value.direct_subgroups, accountIds: value.direct_members };
}

/** Counts the people and groups that values name individually; every client receives all of them. */
export function countGrantedAccounts(values: Iterable<GroupSettingValue | undefined>): number {
  let count = 0;
  for (const value of values)
    if (typeof value === 'object') count += value.direct_members.length + value.direct_subgroups.length;
  return count;
}

/** The error for giving a permission to a deactivated group. */
export function groupDeactivated(): ApiError {
  return badRequest('User group is deactivated.');
}

function systemGroupRequired(name: string): ApiError {
  return new ApiError(400, 'SYSTEM_GROUP_REQUIRED', `'${name}' must be a system user group.`, {
    setting_name: name,
  });
}

function isBanned(setting: PermissionSetting, groupName: string): boolean {
  if (groupName === 'role:internet') return true;
  if (groupName === 'role:nobody' && !setting.allowNobody) return true;
  if (groupName === 'role:everyone' && !setting.allowEveryone) return true;
  const { allowedSystemGroups } = setting;
  return allowedSystemGroups.length > 0 && !allowedSystemGroups.some((allowed) => allowed === groupName);
}

/**
 * Refuses a canonical value that the setting does not accept. A system group that is not accepted on its own
 * may still be a subgroup of an anonymous group, as in the reference server.
 */
export function checkPermissionValue(
  name: string,
  setting: PermissionSetting,
  value: GroupSettingValue,
  named: NamedInValue,
): void {
  if (typeof value === 'number') {
    const group = named.groups.get(value);
    if (!group) throw invalidGroup();
    if (group.isDeactivated) throw groupDeactivated();
    if (setting.systemGroupOnly && !group.isSystem) throw systemGroupRequired(name);
    if (group.isSystem && isBanned(setting, group.name)) {
      throw badRequest(`'${name}' setting cannot be set to '${group.name}' group.`);
    }
    return;
  }
  if (setting.systemGroupOnly) throw systemGroupRequired(name);
  for (const id of value.direct_members) {
    if (!named.accountIds.has(id)) throw badRequest(`Invalid user ID: ${id}`);
  }
  for (const id of value.direct_subgroups) {
    const group = named.groups.get(id);
    if (!group) throw badRequest(`Invalid user group ID: ${id}`);
    if (group.isDeactivated) throw groupDeactivated();
  }
}
