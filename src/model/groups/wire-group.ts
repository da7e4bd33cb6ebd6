// A user group in its wire form.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { type MemberDirectory, membersOfGroups } from './group-members.ts';
import type { UserGroupSetting } from './permission-settings.ts';
import { userGroupPermissions } from './permission-settings.ts';
import type { UserGroup } from './user-group.ts';
import { wirePermission } from './wire-permission.ts';

export const userGroupSettingNames: readonly UserGroupSetting[] = keysOf(userGroupPermissions);

/** A group in `GET /user_groups`, the snapshot and `user_group/add` events. */
export type WireGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly date_created: number | null;
  readonly creator_id: number | null;
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
  readonly is_system_group: boolean;
  readonly deactivated: boolean;
} & Readonly<Record<UserGroupSetting, GroupSettingValue>>;

/** The wire form of a group. `members` and the permissions do not contain deactivated accounts. */
export function wireGroup(
  group: UserGroup,
  members: readonly number[],
  isActive: (accountId: number) => boolean,
  nobodyGroupId: number,
): WireGroup {
  const settings = recordOf(userGroupSettingNames, (name) =>
    wirePermission(group.settings[name], isActive, nobodyGroupId),
  );
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.createdAt,
    creator_id: group.creatorId,
    members,
    direct_subgroup_ids: [...group.subgroupIds].sort((a, b) => a - b),
    is_system_group: group.isSystem,
    ...settings,
    deactivated: group.isDeactivated,
  };
}

/** The wire form of all groups in memory. */
export function wireGroups(
  state: MemberDirectory & {
    readonly organization: { readonly systemGroupIds: Readonly<Record<'role:nobody', number>> };
  },
  { includeDeactivated }: { readonly includeDeactivated: boolean },
): WireGroup[] {
  const isActive = (id: number) => state.accounts.get(id)?.isActive ?? false;
  const nobody = state.organization.systemGroupIds['role:nobody'];
  const membersOf = membersOfGroups(state);
  return [...state.groups.values()]
    .filter((group) => includeDeactivated || !group.isDeactivated)
    .map((group) => wireGroup(group, membersOf(group), isActive, nobody));
}
