// DELETE /default_stream_groups/{group_id}: removes a group from the choices of people who join. Its channels remain.

import { audit } from '../../actions/audit/audit.ts';
import { emitDefaultGroups } from '../../actions/default-channel-groups/default-channel-group-events.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { groupWithId } from '../../model/default-channel-groups/default-channel-group-rules.ts';
import {
  deleteDefaultGroup,
  readDefaultGroups,
} from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { writeOperation } from '../operation.ts';

export const removeDefaultChannelGroup = writeOperation({
  name: 'delete-default-stream-group',
  method: 'DELETE',
  path: '/default_stream_groups/{group_id}',
  summary: 'Delete a default channel group.',
  access: 'administrator',
  parameters: { group_id: required(id, 'The ID of the group.') },
  result: {},
  async handle(context, { group_id }) {
    await context.write(async (writer) => {
      const group = groupWithId(await readDefaultGroups(writer), group_id);
      await deleteDefaultGroup(writer, group.id);
      await audit(writer, { kind: 'default_group_removed', details: { name: group.name } });
      await emitDefaultGroups(writer);
    });
    return {};
  },
});
