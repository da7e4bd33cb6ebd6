// GET /bots/{bot_id}/webhook_deliveries: the requests that services sent to a bot's address, with their outcomes.

import { anyText, id, integer, list, oneOf, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { type DeliveryOutcome, deliveryOutcomes } from '../../model/incoming-webhooks/delivery-outcome.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { readDeliveries } from '../../stores/incoming-webhooks/webhook-delivery-store.ts';
import { readOperation } from '../operation.ts';

export const getWebhookDeliveries = readOperation({
  name: 'get-webhook-deliveries',
  method: 'GET',
  path: '/bots/{bot_id}/webhook_deliveries',
  summary: 'List the webhook requests that a bot received, newest first.',
  access: 'human-member',
  parameters: {
    bot_id: required(id, 'The ID of the bot.'),
    limit: withDefault(
      integer({ minimum: 1, maximum: limits.webhookDeliveriesPerBot }),
      limits.webhookDeliveriesPerBot,
      'Maximum number of requests.',
    ),
  },
  result: {
    deliveries: list(
      record({
        id,
        integration: anyText,
        event: anyText,
        outcome: oneOf(...deliveryOutcomes),
        detail: anyText,
        bytes: integer({ minimum: 0 }),
        received_at: integer({ minimum: 0 }),
      }),
    ),
  },
  async handle({ reader, actor }, { bot_id: botId, limit }) {
    const bot = await changeableBot(reader, actor.account, botId);
    const rows = await readDeliveries(reader, bot.id, limit);
    return {
      deliveries: rows.map(({ id: deliveryId, integration, event, outcome, detail, bytes, received_at }) => ({
        id: deliveryId,
        integration,
        event,
        outcome: outcome as DeliveryOutcome,
        detail,
        bytes,
        received_at,
      })),
    };
  },
});
