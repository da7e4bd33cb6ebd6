// POST /default_streams: makes a channel one of those that new accounts are subscribed to.

import { markChannelDefault } from '../../actions/channels/default-channels.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { channelForDefaults } from './default-channel-change.ts';

export const addDefaultChannel = writeOperation({
  name: 'add-default-stream',
  method: 'POST',
  path: '/default_streams',
  summary: 'Add a default channel.',
  access: 'account',
  parameters: { stream_id: required(id, 'The ID of the channel.') },
  result: {},
  async handle(context, { stream_id }) {
    await context.write(async (writer) => {
      const channel = await channelForDefaults(writer, context.actor.account.id, stream_id);
      if (channel.isPrivate) throw badRequest('Private channels cannot be made default.');
      await markChannelDefault(writer, channel);
    });
    return {};
  },
});
