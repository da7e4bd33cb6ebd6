// GET /streams/{stream_id}: one channel, archived ones included.

import { id, view } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { channelSchema } from '../../model/channels/channel-schema.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { readOperation } from '../operation.ts';
import { channelAnswerMaker } from './channel-answer.ts';

export const getChannel = readOperation({
  name: 'get-stream-by-id',
  method: 'GET',
  path: '/streams/{stream_id}',
  summary: 'Get a channel by its ID.',
  since: 132,
  access: 'account',
  parameters: { stream_id: required(id, 'The ID of the channel.') },
  result: { stream: view(channelSchema) },
  async handle(context, { stream_id }) {
    const { channel } = await visibleChannel(await context.requester(), stream_id, 'metadata');
    const answerFor = await channelAnswerMaker(context);
    return { stream: answerFor(channel) };
  },
});
