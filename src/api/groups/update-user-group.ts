// PATCH /user_groups/{user_group_id}: changes a group's name, description or permissions, or reactivates it.

import { changeGroup } from '../../actions/groups/update.ts';
import { boolean, id, shortText, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { groupEditor } from '../../stores/groups/group-editor.ts';
import { writeOperation } from '../operation.ts';
import { changedSettingParameters, groupSettingsInRequest } from './group-parameters.ts';

export const updateUserGroup = writeOperation({
  name: 'update-user-group',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  summary: 'Change a user group.',
  access: 'member',
  parameters: {
    user_group_id: required(id, 'The ID of the group.'),
    name: optionally(shortText, 'The new name.'),
    description: optionally(
      text({ maximum: limits.groupDescriptionCodePoints }),
      'The description of the group.',
    ),
    deactivated: optionally(boolean, '`false` reactivates a deactivated group; `true` has no effect.', {
      since: 386,
    }),
    ...changedSettingParameters,
  },
  errors: ['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
  result: {},
  async handle(context, { user_group_id, name, description, deactivated, ...others }) {
    const settings = groupSettingsInRequest(others);
    const sentValues = [name, description, deactivated, ...Object.values(settings)];
    if (sentValues.every((value) => value === undefined)) throw badRequest('No new data supplied');
    const { account } = context.actor;
    await context.write(async (writer) =>
      changeGroup(await groupEditor(writer, account.id), user_group_id, {
        name,
        description,
        deactivated,
        settings,
      }),
    );
    return {};
  },
});
