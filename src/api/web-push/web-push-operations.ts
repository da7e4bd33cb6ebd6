// Operations on push subscriptions of browsers and apps (Web Push).

import { createWebPushSubscription } from './create-web-push-subscription.ts';
import { getWebPushSubscriptions } from './get-web-push-subscriptions.ts';
import { removeWebPushEndpoint } from './remove-web-push-endpoint.ts';
import { removeWebPushSubscription } from './remove-web-push-subscription.ts';
import { testWebPush } from './test-web-push.ts';

export const webPushOperations = [
  getWebPushSubscriptions,
  createWebPushSubscription,
  removeWebPushSubscription,
  removeWebPushEndpoint,
  testWebPush,
];
