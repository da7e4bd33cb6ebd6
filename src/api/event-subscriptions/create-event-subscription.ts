// POST /bots/{bot_id}/event_subscriptions: posts the events that a bot can see to an address.

import { audit } from '../../actions/audit/audit.ts';
import { wakeSubscriptions } from '../../actions/event-subscriptions/wake.ts';
import { anyText, boolean, id } from '../../api-contract/codec.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { newEventSecret } from '../../model/event-subscriptions/signed-delivery.ts';
import { narrow } from '../../narrow/wire-term.ts';
import { checkPayloadUrl } from '../../stores/bots/bot-rules.ts';
import { insertSubscription } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import {
  address,
  botWithEvents,
  eventChoice,
  eventTypeList,
  requireActive,
} from './subscription-parameters.ts';

const emptyChoice = { eventTypes: [], narrow: [], applyMarkdown: false, allPublicStreams: false };

export const createEventSubscription = writeOperation({
  name: 'create-event-subscription',
  method: 'POST',
  path: '/bots/{bot_id}/event_subscriptions',
  summary: 'Post the events that one of your bots can see to a URL.',
  access: 'human-member',
  needsRecentProof: true,
  parameters: {
    bot_id: required(id, 'The ID of the bot.'),
    address: required(address, 'The URL to post events to.'),
    event_types: required(eventTypeList, 'The types of events to post.'),
    narrow: withDefault(narrow, [], 'A narrow that limits which messages are posted, as for event queues.'),
    apply_markdown: withDefault(
      boolean,
      false,
      'Whether to send message content as HTML instead of Markdown source.',
    ),
    all_public_streams: withDefault(
      boolean,
      false,
      'Whether to include messages of public channels that the bot is not subscribed to.',
    ),
  },
  result: { id, secret: anyText },
  async handle({ actor, services, write }, values) {
    checkPayloadUrl(values.address, 'address', services.refusesWebhook);
    const choice = eventChoice(values, emptyChoice);
    const secret = newEventSecret();
    return write(async (writer) => {
      const bot = await botWithEvents(writer, actor.account.id, values.bot_id);
      requireActive(bot);
      await takeQuota(await readCreator(writer, bot.id), 'event_subscriptions');
      await audit(writer, { kind: 'bot_service_changed', accountId: bot.id });
      const subscriptionId = await insertSubscription(writer, services.keyring, {
        account_id: bot.id,
        address: values.address,
        secret,
        options: JSON.stringify(choice),
        position: wakeSubscriptions(writer),
      });
      return { id: subscriptionId, secret };
    });
  },
});
