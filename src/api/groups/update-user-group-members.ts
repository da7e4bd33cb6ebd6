// POST /user_groups/{user_group_id}/members: adds people and subgroups to a group, or removes them.

import { addPeople, nestGroups, removePeople, unnestGroups } from '../../actions/groups/change-members.ts';
import { id, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { groupEditor } from '../../stores/groups/group-editor.ts';
import { membershipNotices } from '../../stores/groups/membership-notices.ts';
import { insertNotices } from '../../stores/pending-notices/pending-notice-store.ts';
import { writeOperation } from '../operation.ts';

export const updateUserGroupMembers = writeOperation({
  name: 'update-user-group-members',
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  summary: 'Add and remove members and subgroups of a user group.',
  access: 'member',
  parameters: {
    user_group_id: required(id, 'The ID of the group.'),
    add: optionally(list(id), 'The IDs of users to add.'),
    delete: optionally(list(id), 'The IDs of users to remove.'),
    add_subgroups: optionally(list(id), 'The IDs of subgroups to add.', { since: 311 }),
    delete_subgroups: optionally(list(id), 'The IDs of subgroups to remove.', { since: 311 }),
  },
  result: {},
  async handle(context, values) {
    const groupId = values.user_group_id;
    const added = [...new Set(values.add)];
    const removed = [...new Set(values.delete)];
    const nested = [...new Set(values.add_subgroups)];
    const unnested = [...new Set(values.delete_subgroups)];
    if (added.length + removed.length + nested.length + unnested.length === 0) {
      throw badRequest(
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      );
    }
    const pendingNotices = await context.write(async (writer) => {
      const editor = await groupEditor(writer, context.actor.account.id);
      if (added.length > 0) await addPeople(editor, groupId, added);
      if (removed.length > 0) await removePeople(editor, groupId, removed);
      if (nested.length > 0) await nestGroups(editor, groupId, nested);
      if (unnested.length > 0) await unnestGroups(editor, groupId, unnested);
      const notices = await membershipNotices(editor, groupId, { added, removed });
      const cause = { actorId: context.actor.account.id, organizationUrl: context.organizationUrl };
      return insertNotices(writer, cause, notices);
    });
    await sendPendingNotices(context, pendingNotices);
    return {};
  },
});
