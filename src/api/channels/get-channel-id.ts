// GET /get_stream_id: the id of a channel by its name.

import { id, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { findVisibleChannel } from '../../queries/visible-lookups.ts';
import { readOperation } from '../operation.ts';

export const getChannelId = readOperation({
  name: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  summary: 'Get the ID of a channel.',
  access: 'account',
  parameters: { stream: required(shortText, 'The name of the channel.') },
  result: { stream_id: id },
  async handle(context, { stream }) {
    const channel = findVisibleChannel(await context.requester(), stream);
    if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${stream}'`);
    return { stream_id: channel.id };
  },
});
