// Applies events of user groups.

import type { EventOf } from '../event-stream.ts';
import { addIds, insertSorted, removeIds, removeWhere, updateWhere } from './lists.ts';
import type { Reducer, UserGroup } from './state.ts';
import { withSection } from './state.ts';

type GroupEvent = EventOf<'user_group'>;

function withChange(group: UserGroup, event: Exclude<GroupEvent, { op: 'add' | 'remove' }>): UserGroup {
  switch (event.op) {
    case 'update':
      return { ...group, ...event.data };
    case 'add_members':
      return { ...group, members: addIds(group.members, event.user_ids) };
    case 'remove_members':
      return { ...group, members: removeIds(group.members, new Set(event.user_ids)) };
    case 'add_subgroups':
      return { ...group, direct_subgroup_ids: addIds(group.direct_subgroup_ids, event.direct_subgroup_ids) };
    case 'remove_subgroups': {
      const removed = new Set(event.direct_subgroup_ids);
      return { ...group, direct_subgroup_ids: removeIds(group.direct_subgroup_ids, removed) };
    }
  }
}

export const userGroup: Reducer<GroupEvent> = (state, event) =>
  withSection(state, 'realm_user_groups', (groups) => {
    if (event.op === 'add') return insertSorted(groups, event.group, (a, b) => a.id - b.id);
    const isGroup = (group: UserGroup) => group.id === event.group_id;
    if (event.op === 'remove') return removeWhere(groups, isGroup);
    return updateWhere(groups, isGroup, (group) => withChange(group, event));
  });
