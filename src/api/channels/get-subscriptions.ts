// GET /users/me/subscriptions: the channels that the caller is subscribed to. (Specification E23.)

import { list, oneOf, view as viewOf } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { writeFields } from '../../api-contract/written-json.ts';
import { isSubscribed } from '../../model/subscriptions/subscription-periods.ts';
import { subscriptionSchema } from '../../model/subscriptions/subscription-schema.ts';
import { weeklyTraffic } from '../../queries/channels/traffic.ts';
import { seenChannels, sortedSubscriptions } from '../../queries/subscriptions/sorted-subscriptions.ts';
import { PreparedResult, readOperation } from '../operation.ts';

export const getSubscriptions = readOperation({
  name: 'get-subscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'List the channels that you are subscribed to.',
  access: 'account',
  parameters: {
    include_subscribers: withDefault(
      oneOf('true', 'false', 'partial'),
      'false',
      'Whether to include lists of subscribers. `partial` allows incomplete lists for large channels.',
    ),
  },
  result: { subscriptions: viewOf(list(subscriptionSchema)) },
  async handle({ state, reader, actor }, { include_subscribers }) {
    const { account } = actor;
    const periods = await state.subscriptions(reader, account.id);
    const view = state.view();
    const visibleChannels = seenChannels(view, account, periods, { includeArchived: false });
    const { subscriptions } = await sortedSubscriptions(reader, {
      account,
      state: view,
      visible: visibleChannels.filter(({ id }) => isSubscribed(periods, id)),
      traffic: await weeklyTraffic(view, reader),
      includeSubscribers: include_subscribers,
      isAtPosition: false,
      knowsInherited: true,
    });
    return new PreparedResult(await writeFields({ subscriptions }));
  },
});
