// GET /web_push/subscriptions: the caller's push subscriptions, and the key for new ones.

import { anyText, boolean, id, integer, list, nullable, record } from '../../api-contract/codec.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { serverKeys } from '../../model/web-push/web-push-keys.ts';
import { webSubscriptionsOf } from '../../stores/push/web-subscription-store.ts';
import { readOperation } from '../operation.ts';

const subscription = record({
  id,
  name: anyText,
  endpoint_origin: anyText,
  takes_removals: boolean,
  created_at: integer(),
  last_success_at: nullable(integer()),
  failing_since: nullable(integer()),
  is_of_session: boolean,
});

export const getWebPushSubscriptions = readOperation({
  name: 'get-web-push-subscriptions',
  method: 'GET',
  path: '/web_push/subscriptions',
  summary: 'List the browsers and apps that get your notifications with Web Push.',
  access: 'human',
  parameters: {},
  result: { public_key: anyText, subscriptions: list(subscription) },
  async handle({ reader, actor, services }) {
    const own = await webSubscriptionsOf(reader, actor.account.id, nowSeconds());
    return {
      public_key: serverKeys(services.keyring).publicKey.toString('base64url'),
      subscriptions: own.map((subscription) => ({
        id: subscription.id,
        name: subscription.name,
        endpoint_origin: subscription.origin,
        takes_removals: subscription.supportsRemovals,
        created_at: subscription.createdAt,
        last_success_at: subscription.lastSuccessAt,
        failing_since: subscription.failingSince,
        is_of_session: subscription.sessionId !== null && subscription.sessionId === actor.sessionId,
      })),
    };
  },
});
