// POST /mark_stream_as_read: marks all messages of a channel as read.

import { markChannelRead } from '../../actions/read-state/mark-read.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { writeOperation } from '../operation.ts';

export const markChannelAsRead = writeOperation({
  name: 'mark-stream-as-read',
  method: 'POST',
  path: '/mark_stream_as_read',
  summary: 'Mark all messages of a channel as read.',
  deprecated: true,
  access: 'account',
  parameters: { stream_id: required(id, 'The ID of the channel.') },
  result: {},
  async handle(context, { stream_id: channelId }) {
    const { actor } = context;
    await visibleChannel(await context.requester(), channelId, 'content');
    await context.write((writer) => markChannelRead(writer, actor.account.id, channelId));
    return {};
  },
});
