// GET /user_groups/{user_group_id}/subgroups: the groups within a group, by default at any depth.

import { boolean, id, list } from '../../api-contract/codec.ts';
import { invalidGroup } from '../../api-contract/error.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { groupsWithin } from '../../model/groups/group-members.ts';
import { readOperation } from '../operation.ts';

export const getUserGroupSubgroups = readOperation({
  name: 'get-user-group-subgroups',
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  summary: 'List the subgroups of a user group.',
  since: 127,
  access: 'member',
  parameters: {
    user_group_id: required(id, 'The ID of the group.'),
    direct_subgroup_only: withDefault(boolean, false, 'Whether to only include direct subgroups.'),
  },
  result: { subgroups: list(id) },
  async handle({ state }, { user_group_id, direct_subgroup_only }) {
    const group = state.groups.get(user_group_id);
    if (!group) throw invalidGroup();
    const ids = direct_subgroup_only
      ? [...group.subgroupIds]
      : groupsWithin(state, group).flatMap(({ id }) => (id === group.id ? [] : [id]));
    return { subgroups: ids.sort((a, b) => a - b) };
  },
});
