// GET /user_groups/{user_group_id}/members/{user_id}: whether an account is a member of a group. Deactivated
// accounts are not.

import { boolean, id } from '../../api-contract/codec.ts';
import { invalidGroup } from '../../api-contract/error.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { allMembers, directMembers } from '../../model/groups/group-members.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { readOperation } from '../operation.ts';

export const getIsUserGroupMember = readOperation({
  name: 'get-is-user-group-member',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  summary: 'Get whether a user is a member of a user group.',
  since: 127,
  access: 'member',
  parameters: {
    user_group_id: required(id, 'The ID of the group.'),
    user_id: required(id, 'The ID of the user.'),
    direct_member_only: withDefault(boolean, false, 'Whether to only count direct members.'),
  },
  result: { is_user_group_member: boolean },
  async handle(context, { user_group_id, user_id, direct_member_only }) {
    const { state } = context;
    const group = state.groups.get(user_group_id);
    if (!group) throw invalidGroup();
    visibleAccount(await context.requester(), user_id);
    const members = direct_member_only ? directMembers(state, group) : allMembers(state, group);
    return { is_user_group_member: members.includes(user_id) };
  },
});
