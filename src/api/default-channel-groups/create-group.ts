// POST /default_stream_groups/create: creates a named group of channels that people can choose when they join.

import { audit } from '../../actions/audit/audit.ts';
import { emitDefaultGroups } from '../../actions/default-channel-groups/default-channel-group-events.ts';
import { list, shortText, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { normalDescription } from '../../model/channels/channel-names.ts';
import {
  checkDefaultGroupNameIsFree,
  checkedDefaultGroupName,
  checkMayContain,
} from '../../model/default-channel-groups/default-channel-group-rules.ts';
import {
  insertDefaultGroup,
  readDefaultGroups,
} from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { requireNamedChannels } from './named-channels.ts';

export const createDefaultChannelGroup = writeOperation({
  name: 'create-default-stream-group',
  method: 'POST',
  path: '/default_stream_groups/create',
  summary: 'Create a default channel group.',
  access: 'administrator',
  parameters: {
    group_name: required(shortText, 'The name of the group.'),
    description: required(
      text({ maximum: limits.channelDescriptionCodePoints }),
      'The description of the group.',
    ),
    stream_names: required(list(shortText, limits.channelsPerDefaultGroup), 'The names of the channels.'),
  },
  result: {},
  async handle(context, values) {
    await context.write(async (writer) => {
      const groups = await readDefaultGroups(writer);
      const name = checkedDefaultGroupName(values.group_name);
      await takeQuota(await readCreator(writer, context.actor.account.id), 'default_channel_groups');
      checkDefaultGroupNameIsFree(name, groups);
      const channels = await requireNamedChannels(writer, values.stream_names);
      for (const channel of channels) checkMayContain(name, [], channel);
      const description = normalDescription(values.description);
      await insertDefaultGroup(writer, { name, description, channelIds: channels.map(({ id }) => id) });
      await audit(writer, { kind: 'default_group_added', details: { name } });
      await emitDefaultGroups(writer);
    });
    return {};
  },
});
