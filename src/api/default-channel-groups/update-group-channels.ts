// PATCH /default_stream_groups/{group_id}/streams: adds channels to a group, or removes them.

import { audit } from '../../actions/audit/audit.ts';
import { emitDefaultGroups } from '../../actions/default-channel-groups/default-channel-group-events.ts';
import { id, list, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { DefaultChannelGroup } from '../../model/default-channel-groups/default-channel-group.ts';
import {
  checkMayContain,
  groupWithId,
} from '../../model/default-channel-groups/default-channel-group-rules.ts';
import {
  putDefaultGroup,
  readDefaultGroups,
} from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { writeOperation } from '../operation.ts';
import { requireNamedChannels } from './named-channels.ts';

function withChannels({ name, channelIds }: DefaultChannelGroup, channels: readonly Channel[]): number[] {
  for (const channel of channels) checkMayContain(name, channelIds, channel);
  const all = [...channelIds, ...channels.map((channel) => channel.id)];
  if (all.length > limits.channelsPerDefaultGroup) {
    throw badRequest(`A default channel group can have at most ${limits.channelsPerDefaultGroup} channels.`);
  }
  return all;
}

function withoutChannels({ name, channelIds }: DefaultChannelGroup, channels: readonly Channel[]): number[] {
  for (const channel of channels) {
    if (channelIds.includes(channel.id)) continue;
    throw badRequest(`Channel '${channel.name}' is not present in default channel group '${name}'`);
  }
  const removedIds = new Set(channels.map((channel) => channel.id));
  return channelIds.filter((channelId) => !removedIds.has(channelId));
}

export const updateDefaultChannelGroupChannels = writeOperation({
  name: 'update-default-stream-group-streams',
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}/streams',
  summary: 'Add channels to a default channel group, or remove them.',
  access: 'administrator',
  parameters: {
    group_id: required(id, 'The ID of the group.'),
    op: required(shortText, '`add` to add the channels, `remove` to remove them.'),
    stream_names: required(list(shortText, limits.channelsPerDefaultGroup), 'The names of the channels.'),
  },
  result: {},
  async handle(context, { group_id, op, stream_names: names }) {
    if (op !== 'add' && op !== 'remove') {
      throw badRequest('Invalid value for "op". Specify one of "add" or "remove".');
    }
    await context.write(async (writer) => {
      const group = groupWithId(await readDefaultGroups(writer), group_id);
      const channels = await requireNamedChannels(writer, names);
      const channelIds = op === 'add' ? withChannels(group, channels) : withoutChannels(group, channels);
      await putDefaultGroup(writer, { ...group, channelIds });
      const details = { old_name: group.name, name: group.name };
      await audit(writer, { kind: 'default_group_changed', details });
      await emitDefaultGroups(writer);
    });
    return {};
  },
});
