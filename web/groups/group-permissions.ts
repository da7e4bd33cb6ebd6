// What the viewer may do with a group. The server decides; this only hides what it would refuse.

import type { State, UserGroup } from '../../client/state/state.ts';
import { groupIn } from '../store/groups.ts';
import { isAllowed } from '../store/permissions.ts';

export interface OwnGroupPermissions {
  readonly mayManage: boolean;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly mayJoin: boolean;
  readonly mayLeave: boolean;
}

/** The permission settings of a group. */
export const groupPermissions = [
  'can_manage_group',
  'can_mention_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
] as const;

const none: OwnGroupPermissions = {
  mayManage: false,
  mayAdd: false,
  mayRemove: false,
  mayJoin: false,
  mayLeave: false,
};

/** Whether the viewer may administer a group, active or not; never for system groups. */
export function mayManageGroup(state: State, group: UserGroup, ownId: number): boolean {
  if (group.is_system_group) return false;
  return (
    isAllowed(state, group.can_manage_group, ownId) ||
    isAllowed(state, state.realm_can_manage_all_groups, ownId)
  );
}

/** The groups that may become subgroups: those that do not contain the group themselves. */
export function allowedSubgroups(state: State, group: UserGroup): UserGroup[] {
  const containsGroup = (candidate: UserGroup, seen = new Set<number>()): boolean => {
    if (candidate.id === group.id) return true;
    if (seen.has(candidate.id)) return false;
    seen.add(candidate.id);
    return candidate.direct_subgroup_ids.some((id) => {
      const inner = groupIn(state, id);
      return inner !== undefined && containsGroup(inner, seen);
    });
  };
  return (state.realm_user_groups ?? []).filter(
    (candidate) =>
      !candidate.deactivated &&
      candidate.name !== 'role:internet' &&
      candidate.name !== 'role:nobody' &&
      !containsGroup(candidate),
  );
}

/** The viewer's permissions. */
export function ownGroupPermissions(state: State, group: UserGroup, ownId: number): OwnGroupPermissions {
  if (group.is_system_group || group.deactivated) return none;
  const allows = (setting: Parameters<typeof isAllowed>[1]) => isAllowed(state, setting, ownId);
  const mayManage = mayManageGroup(state, group, ownId);
  const mayAdd = mayManage || allows(group.can_add_members_group);
  const mayRemove = mayManage || allows(group.can_remove_members_group);
  const isIn = group.members.includes(ownId);
  return {
    mayManage,
    mayAdd,
    mayRemove,
    mayJoin: !isIn && (mayAdd || allows(group.can_join_group)),
    mayLeave: isIn && (mayRemove || allows(group.can_leave_group)),
  };
}
