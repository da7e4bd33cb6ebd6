// GET /bots/{bot_id}/event_subscriptions: the addresses that a bot's events are posted to, and their state.
// Only the owner sees whole addresses; administrators see their origins.

import { id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import {
  eventSubscriptionSchema,
  wireEventSubscription,
} from '../../model/event-subscriptions/event-subscription.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { subscriptionsOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { readOperation } from '../operation.ts';

export const getEventSubscriptions = readOperation({
  name: 'get-event-subscriptions',
  method: 'GET',
  path: '/bots/{bot_id}/event_subscriptions',
  summary:
    'List the event subscriptions of a bot and their state. Only the owner of the bot sees full URLs; others see the origin.',
  access: 'human-member',
  parameters: { bot_id: required(id, 'The ID of the bot.') },
  result: { event_subscriptions: list(eventSubscriptionSchema) },
  async handle({ reader, actor }, { bot_id: botId }) {
    const bot = await changeableBot(reader, actor.account, botId);
    const all = (await subscriptionsOf(reader, bot.id)).map(wireEventSubscription);
    if (bot.botOwnerId === actor.account.id) return { event_subscriptions: all };
    // The rest of an address may contain a secret.
    return {
      event_subscriptions: all.map((subscription) => ({
        ...subscription,
        address: new URL(subscription.address).origin,
      })),
    };
  },
});
