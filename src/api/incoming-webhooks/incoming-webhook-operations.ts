// Operations on incoming webhooks.

import { checkIncomingWebhook } from './check-incoming-webhook.ts';
import { getWebhookAddress } from './get-webhook-address.ts';
import { getWebhookDeliveries } from './get-webhook-deliveries.ts';
import { incomingWebhook } from './incoming-webhook.ts';

export const incomingWebhookOperations = [
  incomingWebhook,
  checkIncomingWebhook,
  getWebhookAddress,
  getWebhookDeliveries,
];
