// GET /user_groups/{user_group_id}/members: the members of a group, by default including those of its subgroups.

import { boolean, id, list } from '../../api-contract/codec.ts';
import { invalidGroup } from '../../api-contract/error.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { allMembers, directMembers } from '../../model/groups/group-members.ts';
import { readOperation } from '../operation.ts';

export const getUserGroupMembers = readOperation({
  name: 'get-user-group-members',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  summary: 'List the members of a user group.',
  since: 127,
  access: 'member',
  parameters: {
    user_group_id: required(id, 'The ID of the group.'),
    direct_member_only: withDefault(boolean, false, 'Whether to only include direct members.'),
  },
  result: { members: list(id) },
  async handle({ state }, { user_group_id, direct_member_only }) {
    const group = state.groups.get(user_group_id);
    if (!group) throw invalidGroup();
    return { members: direct_member_only ? directMembers(state, group) : allMembers(state, group) };
  },
});
