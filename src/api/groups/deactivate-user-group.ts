// POST /user_groups/{user_group_id}/deactivate: deactivates a group that is not in use.

import { deactivateGroup } from '../../actions/groups/update.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { groupEditor } from '../../stores/groups/group-editor.ts';
import { writeOperation } from '../operation.ts';

export const deactivateUserGroup = writeOperation({
  name: 'deactivate-user-group',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  summary: 'Deactivate a user group.',
  since: 290,
  access: 'member',
  parameters: { user_group_id: required(id, 'The ID of the group.') },
  errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
  result: {},
  async handle(context, { user_group_id }) {
    const { account } = context.actor;
    await context.write(async (writer) =>
      deactivateGroup(await groupEditor(writer, account.id), user_group_id),
    );
    return {};
  },
});
