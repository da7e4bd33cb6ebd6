// GET /streams/{stream_id}/members: who is subscribed to a channel.

import { id, list } from '../../contract/codec.ts';
import { required } from '../../contract/parameter.ts';
import { visibleChannel } from '../../sight/channels/visible.ts';
import { subscribersField } from '../../sight/subscriptions/subscriber-lists.ts';
import { PreparedResult, readOperation } from '../operation.ts';

export const getSubscribers = readOperation({
  name: 'get-subscribers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  summary: 'List the subscribers of a channel.',
  access: 'account',
  parameters: { stream_id: required(id, 'The channel.') },
  result: { subscribers: list(id) },
  async handle({ state, reader, actor }, { stream_id }) {
    const { channel } = await visibleChannel(state, reader, actor.account, stream_id, 'metadata');
    return new PreparedResult([await subscribersField(reader, state, channel)]);
  },
});
