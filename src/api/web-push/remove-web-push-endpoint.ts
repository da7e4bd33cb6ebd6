// DELETE /web_push/subscriptions: ends a push subscription, for a client that knows its endpoint but not its id.

import { endWebSubscription } from '../../actions/push/web-subscriptions.ts';
import { text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { endpointHash, subscriptionNotFound } from '../../model/web-push/push-subscription.ts';
import { webSubscriptionByEndpoint } from '../../stores/push/web-subscription-store.ts';
import { writeOperation } from '../operation.ts';

export const removeWebPushEndpoint = writeOperation({
  name: 'remove-web-push-endpoint',
  method: 'DELETE',
  path: '/web_push/subscriptions',
  summary: 'Remove a push subscription by its endpoint.',
  access: 'human',
  parameters: {
    endpoint: required(
      text({ minimum: 1, maximum: limits.webPushEndpointCharacters }),
      'The URL from the push service.',
    ),
  },
  result: {},
  async handle({ actor, services, write }, { endpoint }) {
    await write(async (writer) => {
      const subscription = await webSubscriptionByEndpoint(writer, endpointHash(services.keyring, endpoint));
      const isEnded = subscription && (await endWebSubscription(writer, actor.account.id, subscription.id));
      if (!isEnded) throw subscriptionNotFound();
    });
    return {};
  },
});
