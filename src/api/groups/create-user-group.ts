// POST /user_groups/create: creates a group and notifies its first members.

import { createGroup } from '../../actions/groups/create.ts';
import { id, list, shortText, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { groupEditor } from '../../stores/groups/group-editor.ts';
import { membershipNotices } from '../../stores/groups/membership-notices.ts';
import { insertNotices } from '../../stores/pending-notices/pending-notice-store.ts';
import { writeOperation } from '../operation.ts';
import { groupSettingsInRequest, newSettingParameters } from './group-parameters.ts';

export const createUserGroup = writeOperation({
  name: 'create-user-group',
  method: 'POST',
  path: '/user_groups/create',
  summary: 'Create a user group.',
  access: 'member',
  parameters: {
    name: required(shortText, 'The name of the group.'),
    description: required(
      text({ maximum: limits.groupDescriptionCodePoints }),
      'The description of the group.',
    ),
    members: required(list(id), 'The IDs of the first members.'),
    subgroups: optionally(list(id), 'The IDs of the first subgroups.', { since: 311 }),
    ...newSettingParameters,
  },
  errors: ['SYSTEM_GROUP_REQUIRED'],
  result: { group_id: id },
  async handle(context, values) {
    const { account } = context.actor;
    const memberIds = [...new Set(values.members)];
    const { groupId, pendingNotices } = await context.write(async (writer) => {
      const editor = await groupEditor(writer, account.id);
      const id = await createGroup(editor, {
        name: values.name,
        description: values.description,
        memberIds,
        subgroupIds: [...new Set(values.subgroups)],
        settings: groupSettingsInRequest(values),
      });
      const notices = await membershipNotices(editor, id, { added: memberIds, removed: [] });
      const cause = { actorId: account.id, organizationUrl: context.organizationUrl };
      return { groupId: id, pendingNotices: await insertNotices(writer, cause, notices) };
    });
    await sendPendingNotices(context, pendingNotices);
    return { group_id: groupId };
  },
});
