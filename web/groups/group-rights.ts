// What somebody may do with a group. The server decides; this is so that nobody is offered what would be refused.

import type { State, UserGroup } from '../../client/state/state.ts';
import { isAllowed } from '../messages/permissions.ts';

export interface GroupRights {
  readonly mayManage: boolean;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly mayJoin: boolean;
  readonly mayLeave: boolean;
}

const none: GroupRights = {
  mayManage: false,
  mayAdd: false,
  mayRemove: false,
  mayJoin: false,
  mayLeave: false,
};

/** The rights of whoever the state belongs to. */
export function groupRights(state: State, group: UserGroup, ownId: number): GroupRights {
  if (group.is_system_group || group.deactivated) return none;
  const allows = (setting: Parameters<typeof isAllowed>[1]) => isAllowed(state, setting, ownId);
  const mayManage = allows(group.can_manage_group) || allows(state.realm_can_manage_all_groups);
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
