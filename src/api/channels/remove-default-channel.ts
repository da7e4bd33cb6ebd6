// DELETE /default_streams: removes a channel from those that new accounts are subscribed to.

import { unmarkChannelDefault } from '../../actions/channels/default-channels.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { channelForDefaults } from './default-channel-change.ts';

export const removeDefaultChannel = writeOperation({
  name: 'remove-default-stream',
  method: 'DELETE',
  path: '/default_streams',
  summary: 'Remove a default channel.',
  access: 'account',
  parameters: { stream_id: required(id, 'The ID of the channel.') },
  result: {},
  async handle(context, { stream_id }) {
    await context.write(async (writer) => {
      const channel = await channelForDefaults(writer, context.actor.account.id, stream_id);
      await unmarkChannelDefault(writer, channel);
    });
    return {};
  },
});
