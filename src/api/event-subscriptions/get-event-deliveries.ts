// GET /bots/{bot_id}/event_subscriptions/{subscription_id}/deliveries: the attempts to post events, with
// their outcomes.

import { id, integer, list } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import {
  eventDeliverySchema,
  wireEventDelivery,
} from '../../model/event-subscriptions/event-subscription.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { readEventDeliveries } from '../../stores/event-subscriptions/event-delivery-store.ts';
import { readOperation } from '../operation.ts';
import { requireSubscription } from './subscription-parameters.ts';

export const getEventDeliveries = readOperation({
  name: 'get-event-deliveries',
  method: 'GET',
  path: '/bots/{bot_id}/event_subscriptions/{subscription_id}/deliveries',
  summary: 'List the attempts to post events of a bot, newest first.',
  access: 'human-member',
  parameters: {
    bot_id: required(id, 'The ID of the bot.'),
    subscription_id: required(id, 'The ID of the event subscription.'),
    limit: withDefault(
      integer({ minimum: 1, maximum: limits.eventDeliveriesPerSubscription }),
      limits.eventDeliveriesPerSubscription,
      'Maximum number of attempts.',
    ),
  },
  result: { deliveries: list(eventDeliverySchema) },
  async handle({ reader, actor }, { bot_id: botId, subscription_id: subscriptionId, limit }) {
    const bot = await changeableBot(reader, actor.account, botId);
    const { id: found } = await requireSubscription(reader, bot, subscriptionId);
    return { deliveries: (await readEventDeliveries(reader, found, limit)).map(wireEventDelivery) };
  },
});
