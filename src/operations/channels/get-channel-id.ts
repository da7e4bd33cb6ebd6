// GET /get_stream_id: the id of a channel by its name.

import { id, text } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { required } from '../../contract/parameter.ts';
import { mayKnowChannel } from '../../model/channels/access.ts';
import { standingIn } from '../../model/channels/standing.ts';
import { channelByNameIn } from '../../model/messages/recipients.ts';
import { readOperation } from '../operation.ts';

export const getChannelId = readOperation({
  name: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  summary: 'Get the id of a channel.',
  access: 'account',
  parameters: { stream: required(text(), 'The name.') },
  result: { stream_id: id },
  async handle({ state, reader, actor }, { stream }) {
    const channel = channelByNameIn(state, stream);
    const subscriptions = await state.subscriptions(reader, actor.account.id);
    const isSeen =
      channel && mayKnowChannel(channel, standingIn(state, actor.account, subscriptions, channel));
    if (!channel || channel.isArchived || !isSeen) throw badRequest(`Invalid channel name '${stream}'`);
    return { stream_id: channel.id };
  },
});
