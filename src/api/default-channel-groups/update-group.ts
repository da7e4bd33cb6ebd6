// PATCH /default_stream_groups/{group_id}: changes a group's name or description.

import { audit } from '../../actions/audit/audit.ts';
import { emitDefaultGroups } from '../../actions/default-channel-groups/default-channel-group-events.ts';
import { id, shortText, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { normalDescription } from '../../model/channels/channel-names.ts';
import {
  checkDefaultGroupNameIsFree,
  checkedDefaultGroupName,
  groupWithId,
} from '../../model/default-channel-groups/default-channel-group-rules.ts';
import {
  putDefaultGroup,
  readDefaultGroups,
} from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { writeOperation } from '../operation.ts';

export const updateDefaultChannelGroup = writeOperation({
  name: 'update-default-stream-group',
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}',
  summary: 'Change the name or description of a default channel group.',
  access: 'administrator',
  parameters: {
    group_id: required(id, 'The ID of the group.'),
    new_group_name: optionally(shortText, 'The new name.'),
    new_description: optionally(
      text({ maximum: limits.channelDescriptionCodePoints }),
      'The new description.',
    ),
  },
  result: {},
  async handle(context, { group_id, new_group_name: newName, new_description: newDescription }) {
    if (newName === undefined && newDescription === undefined) {
      throw badRequest('You must pass "new_description" or "new_group_name".');
    }
    await context.write(async (writer) => {
      const groups = await readDefaultGroups(writer);
      const group = groupWithId(groups, group_id);
      const name = newName === undefined ? group.name : checkedDefaultGroupName(newName);
      if (newName !== undefined && name === group.name) {
        throw badRequest(`This default channel group is already named '${name}'`);
      }
      checkDefaultGroupNameIsFree(
        name,
        groups.filter((other) => other !== group),
      );
      const description =
        newDescription === undefined ? group.description : normalDescription(newDescription);
      await putDefaultGroup(writer, { ...group, name, description });
      const details = { old_name: group.name, name };
      await audit(writer, { kind: 'default_group_changed', details });
      await emitDefaultGroups(writer);
    });
    return {};
  },
});
