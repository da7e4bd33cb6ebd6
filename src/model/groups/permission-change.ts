// Accepts a new value of a group-valued setting inside a unit of work, looking up what the value names.

import type { GroupSettingValue } from '../../contract/group-setting.ts';
import type { Reader } from '../../storage/session.ts';
import { readAccounts } from '../accounts/store.ts';
import {
  changedPermission,
  checkPermissionValue,
  namedIds,
  type PermissionUpdate,
} from './permission-rules.ts';
import type { PermissionSetting } from './permission-setting.ts';
import { readGroups } from './store.ts';

/** Refuses a canonical value that a setting does not accept. */
export async function checkPermission(
  reader: Reader,
  name: string,
  setting: PermissionSetting,
  value: GroupSettingValue,
): Promise<void> {
  const ids = namedIds(value);
  const groups = ids.groupIds.length > 0 ? await readGroups(reader, ids.groupIds) : new Map();
  const accounts = ids.accountIds.length > 0 ? await readAccounts(reader, ids.accountIds) : [];
  checkPermissionValue(name, setting, value, { groups, accountIds: new Set(accounts.map(({ id }) => id)) });
}

/** The canonical new value, checked; undefined when nothing changes. */
export async function acceptPermission(
  reader: Reader,
  name: string,
  setting: PermissionSetting,
  present: GroupSettingValue,
  update: PermissionUpdate,
  nobodyGroupId: number,
): Promise<GroupSettingValue | undefined> {
  const changed = changedPermission(present, update, nobodyGroupId);
  if (changed !== undefined) await checkPermission(reader, name, setting, changed);
  return changed;
}
