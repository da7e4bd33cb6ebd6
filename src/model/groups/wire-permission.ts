// The value of a permission in its wire form.

import { canonicalGroupSetting, type GroupSettingValue } from '../../api-contract/group-setting.ts';

/** Leaves out deactivated people. They stay in the stored value and reappear once they are reactivated. */
export function wirePermission(
  value: GroupSettingValue,
  isActive: (accountId: number) => boolean,
  nobodyGroupId: number,
): GroupSettingValue {
  if (typeof value === 'number' || value.direct_members.every(isActive)) return value;
  const direct_members = value.direct_members.filter(isActive);
  return canonicalGroupSetting({ direct_members, direct_subgroups: value.direct_subgroups }, nobodyGroupId);
}
