// GET /users/{user_id}/channels: the channels that an account is subscribed to, among those that the caller can see.

import { id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { seenChannels } from '../../queries/subscriptions/sorted-subscriptions.ts';
import { personalSubscriptions } from '../../stores/subscriptions/subscription-store.ts';
import { readOperation } from '../operation.ts';

export const getUserChannels = readOperation({
  name: 'get-user-channels',
  method: 'GET',
  path: '/users/{user_id}/channels',
  summary: 'List the channels that a user is subscribed to.',
  since: 440,
  access: 'account',
  parameters: { user_id: required(id, 'The ID of the user.') },
  result: { subscribed_channel_ids: list(id) },
  async handle(context, { user_id }) {
    const { state, reader, actor } = context;
    const person = visibleAccount(await context.requester(), user_id);
    const rows = await personalSubscriptions(reader, person.id);
    const periods = await state.subscriptions(reader, actor.account.id);
    const visibleChannels = seenChannels(state, actor.account, periods, { includeArchived: true });
    const ids = visibleChannels
      .map(({ id }) => id)
      .filter((channelId) => rows.get(channelId)?.is_active === 1);
    return { subscribed_channel_ids: ids };
  },
});
