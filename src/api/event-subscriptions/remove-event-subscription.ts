// DELETE /bots/{bot_id}/event_subscriptions/{subscription_id}: removes an event subscription.

import { audit } from '../../actions/audit/audit.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { removeSubscription } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { requireSubscription } from './subscription-parameters.ts';

export const removeEventSubscription = writeOperation({
  name: 'remove-event-subscription',
  method: 'DELETE',
  path: '/bots/{bot_id}/event_subscriptions/{subscription_id}',
  summary: 'Delete an event subscription of a bot.',
  access: 'human-member',
  parameters: {
    bot_id: required(id, 'The ID of the bot.'),
    subscription_id: required(id, 'The ID of the event subscription.'),
  },
  result: {},
  async handle({ actor, write }, { bot_id, subscription_id }) {
    await write(async (writer) => {
      const bot = await changeableBot(writer, await actingAccount(writer, actor.account.id), bot_id);
      const row = await requireSubscription(writer, bot, subscription_id);
      await audit(writer, { kind: 'bot_service_changed', accountId: bot.id });
      await removeSubscription(writer, row.id);
    });
    return {};
  },
});
