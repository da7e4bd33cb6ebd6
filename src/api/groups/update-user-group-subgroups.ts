// POST /user_groups/{user_group_id}/subgroups: adds subgroups to a group, or removes them.

import { nestGroups, unnestGroups } from '../../actions/groups/change-members.ts';
import { id, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { groupEditor } from '../../stores/groups/group-editor.ts';
import { writeOperation } from '../operation.ts';

export const updateUserGroupSubgroups = writeOperation({
  name: 'update-user-group-subgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  summary: 'Add and remove subgroups of a user group.',
  since: 127,
  access: 'member',
  parameters: {
    user_group_id: required(id, 'The ID of the group.'),
    add: optionally(list(id), 'The IDs of subgroups to add.'),
    delete: optionally(list(id), 'The IDs of subgroups to remove.'),
  },
  result: {},
  async handle(context, values) {
    const added = [...new Set(values.add)];
    const removed = [...new Set(values.delete)];
    if (added.length + removed.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    await context.write(async (writer) => {
      const editor = await groupEditor(writer, context.actor.account.id);
      if (added.length > 0) await nestGroups(editor, values.user_group_id, added);
      if (removed.length > 0) await unnestGroups(editor, values.user_group_id, removed);
    });
    return {};
  },
});
