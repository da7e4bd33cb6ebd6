// GET /users/{user_id}/subscriptions/{stream_id}: whether an account is subscribed to a channel.

import { boolean, id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { isSubscribedNow } from '../../stores/subscriptions/subscription-store.ts';
import { readOperation } from '../operation.ts';

export const getSubscriptionStatus = readOperation({
  name: 'get-subscription-status',
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  summary: 'Get whether a user is subscribed to a channel.',
  since: 12,
  access: 'account',
  parameters: {
    user_id: required(id, 'The ID of the user.'),
    stream_id: required(id, 'The ID of the channel.'),
  },
  result: { is_subscribed: boolean },
  async handle(context, { user_id, stream_id }) {
    const { reader } = context;
    const person = visibleAccount(await context.requester(), user_id);
    const { channel } = await visibleChannel(await context.requester(), stream_id, 'metadata');
    return { is_subscribed: await isSubscribedNow(reader, person.id, channel.id) };
  },
});
