// GET /streams/{stream_id}/members: the subscribers of a channel.

import { id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { subscribersField } from '../../queries/subscriptions/subscriber-lists.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { PreparedResult, readOperation } from '../operation.ts';

export const getSubscribers = readOperation({
  name: 'get-subscribers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  summary: 'List the subscribers of a channel.',
  access: 'account',
  parameters: { stream_id: required(id, 'The ID of the channel.') },
  result: { subscribers: list(id) },
  async handle({ requester, state, reader }, { stream_id }) {
    const { channel } = await visibleChannel(await requester(), stream_id, 'metadata');
    return new PreparedResult([await subscribersField(reader, state, channel)]);
  },
});
