// Validates a new value of a group-valued setting inside a unit of work: looks up the groups and accounts it
// names, checks it, and returns its stored form. Requests that create something pass the bare value, requests
// that change something the update.

import { expectationMismatch } from '../../api-contract/error.ts';
import {
  canonicalGroupSetting,
  type GroupSettingValue,
  sameGroupSetting,
} from '../../api-contract/group-setting.ts';
import {
  checkPermissionValue,
  namedIds,
  type PermissionUpdate,
} from '../../model/groups/permission-rules.ts';
import type { PermissionSetting } from '../../model/groups/permission-setting.ts';
import { wirePermission } from '../../model/groups/wire-permission.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { activeAmong } from '../accounts/account-store.ts';
import { groupHeads } from './group-store.ts';

/** A permission with its name in errors. */
interface NamedSetting {
  readonly name: string;
  readonly setting: PermissionSetting;
}

/**
 * The canonical form of a value in a request that creates something.
 * @throws `Invalid user group`, `User group is deactivated.`, `SYSTEM_GROUP_REQUIRED`, `'{name}' setting
 * cannot be set to '{group}' group.`, `Invalid user ID: {id}`, `Invalid user group ID: {id}`
 */
export async function validateSetting(
  reader: Reader,
  organization: Organization,
  { name, setting }: NamedSetting,
  value: GroupSettingValue,
): Promise<GroupSettingValue> {
  const canonical = canonicalGroupSetting(value, organization.systemGroupIds['role:nobody']);
  const { groupIds, accountIds } = namedIds(canonical);
  checkPermissionValue(name, setting, canonical, {
    groups: await groupHeads(reader, groupIds),
    accountIds: await activeAmong(reader, accountIds),
  });
  return canonical;
}

/**
 * The canonical new value in a request that changes something; undefined if nothing changes. `old` and `new`
 * are compared with the current value as clients see it, without deactivated people.
 * @throws `EXPECTATION_MISMATCH`, and everything that `validateSetting` throws
 */
export async function validateSettingChange(
  reader: Reader,
  organization: Organization,
  named: NamedSetting & { readonly oldValue: GroupSettingValue },
  update: PermissionUpdate,
): Promise<GroupSettingValue | undefined> {
  const nobody = organization.systemGroupIds['role:nobody'];
  const visible = await visibleSetting(reader, organization, named.oldValue);
  if (update.old !== undefined) {
    if (!sameGroupSetting(canonicalGroupSetting(update.old, nobody), visible))
      throw expectationMismatch('old');
  }
  if (sameGroupSetting(canonicalGroupSetting(update.new, nobody), visible)) return undefined;
  return validateSetting(reader, organization, named, update.new);
}

/** A stored value as clients see it, from the tables as the unit of work sees them. */
export async function visibleSetting(
  reader: Reader,
  organization: Organization,
  value: GroupSettingValue,
): Promise<GroupSettingValue> {
  const { accountIds } = namedIds(value);
  if (accountIds.length === 0) return value;
  const active = await activeAmong(reader, accountIds);
  return wirePermission(value, (id) => active.has(id), organization.systemGroupIds['role:nobody']);
}
