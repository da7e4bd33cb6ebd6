// POST /web_push/test_notification: queues a test notification to the caller's browsers and apps. The list of
// subscriptions shows the outcome.

import { queueTest } from '../../actions/push/web-push-outbox.ts';
import { id } from '../../api-contract/codec.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { noActiveDevice } from '../../model/push/test-push-errors.ts';
import { webSubscriptionsOf } from '../../stores/push/web-subscription-store.ts';
import { writeOperation } from '../operation.ts';

export const testWebPush = writeOperation({
  name: 'test-web-push',
  method: 'POST',
  path: '/web_push/test_notification',
  summary: 'Send a test notification to your browsers and apps with Web Push.',
  access: 'human',
  errors: ['NO_ACTIVE_PUSH_DEVICE'],
  parameters: {
    subscription_id: optionally(id, 'The ID of the push subscription. Defaults to all of yours.'),
  },
  result: {},
  async handle({ actor, reader, write }, { subscription_id: requestedId }) {
    const own = await webSubscriptionsOf(reader, actor.account.id, nowSeconds());
    const subscriptionIds = own
      .filter((subscription) => requestedId === undefined || subscription.id === requestedId)
      .map((subscription) => subscription.id);
    if (subscriptionIds.length === 0) throw noActiveDevice();
    await write((writer) => queueTest(writer, actor.account.id, subscriptionIds));
    return {};
  },
});
