// The operations of this room.

import { checkIncomingWebhook } from './check-incoming-webhook.ts';
import { getWebhookDeliveries } from './get-webhook-deliveries.ts';
import { incomingWebhook } from './incoming-webhook.ts';

export const incomingWebhookOperations = [incomingWebhook, checkIncomingWebhook, getWebhookDeliveries];
