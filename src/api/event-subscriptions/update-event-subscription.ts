// PATCH /bots/{bot_id}/event_subscriptions/{subscription_id}: changes the address, the events or the secret,
// or switches posting on or off. After switching on, only new events are posted.

import { audit } from '../../actions/audit/audit.ts';
import { wakeSubscriptions } from '../../actions/event-subscriptions/wake.ts';
import { anyText, boolean, id, optional } from '../../api-contract/codec.ts';
import { optionally, type ParameterValues, required, withDefault } from '../../api-contract/parameter.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import {
  type EventSubscriptionRow,
  eventSelectionOf,
} from '../../model/event-subscriptions/event-subscription.ts';
import { newEventSecret } from '../../model/event-subscriptions/signed-delivery.ts';
import { narrow } from '../../narrow/wire-term.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { checkPayloadUrl } from '../../stores/bots/bot-rules.ts';
import {
  changeSubscription,
  type SubscriptionChange,
} from '../../stores/event-subscriptions/event-subscription-store.ts';
import { sealColumn } from '../../stores/sealed-column.ts';
import { writeOperation } from '../operation.ts';
import {
  address,
  botWithEvents,
  eventChoice,
  eventTypeList,
  requireActive,
  requireSubscription,
} from './subscription-parameters.ts';

const parameters = {
  bot_id: required(id, 'The ID of the bot.'),
  subscription_id: required(id, 'The ID of the event subscription.'),
  address: optionally(address, 'The URL to post events to.'),
  event_types: optionally(eventTypeList, 'The types of events to post.'),
  narrow: optionally(narrow, 'A narrow that limits which messages are posted, as for event queues.'),
  apply_markdown: optionally(boolean, 'Whether to send message content as HTML instead of Markdown source.'),
  all_public_streams: optionally(
    boolean,
    'Whether to include messages of public channels that the bot is not subscribed to.',
  ),
  is_active: optionally(
    boolean,
    'Whether events are posted. After switching on, only new events are posted.',
  ),
  new_secret: withDefault(boolean, false, 'Whether to create a new secret, which is returned.'),
};
type Values = ParameterValues<typeof parameters>;

/** The changes of a row that is switched on or off. */
function activityChange(
  writer: Writer,
  row: EventSubscriptionRow,
  isActive: boolean | undefined,
): SubscriptionChange {
  const wasActive = row.is_active === 1;
  if (isActive === undefined || isActive === wasActive) {
    if (wasActive) wakeSubscriptions(writer);
    return {};
  }
  if (!isActive) return { is_active: 0, off_reason: 'owner' };
  return { is_active: 1, off_reason: null, position: wakeSubscriptions(writer) };
}

async function change(
  writer: Writer,
  row: EventSubscriptionRow,
  values: Values,
  sealedSecret: string | undefined,
): Promise<void> {
  await changeSubscription(writer, row.id, {
    ...activityChange(writer, row, values.is_active),
    ...(values.address !== undefined && { address: values.address }),
    ...(sealedSecret !== undefined && { secret: sealedSecret }),
    options: JSON.stringify(eventChoice(values, eventSelectionOf(row))),
  });
}

function sealSecret(keyring: Keyring, secret: string | undefined): string | undefined {
  return secret === undefined ? undefined : sealColumn(keyring, 'event-secret', secret);
}

export const updateEventSubscription = writeOperation({
  name: 'update-event-subscription',
  method: 'PATCH',
  path: '/bots/{bot_id}/event_subscriptions/{subscription_id}',
  summary: 'Change an event subscription of one of your bots.',
  access: 'human-member',
  needsRecentProof: { when: { address: 'any', new_secret: [true] } },
  parameters,
  result: { secret: optional(anyText) },
  async handle({ actor, services, write }, values) {
    if (values.address !== undefined) {
      checkPayloadUrl(values.address, 'address', services.refusesWebhook);
    }
    const secret = values.new_secret ? newEventSecret() : undefined;
    await write(async (writer) => {
      const bot = await botWithEvents(writer, actor.account.id, values.bot_id);
      const row = await requireSubscription(writer, bot, values.subscription_id);
      if (values.is_active) requireActive(bot);
      await audit(writer, { kind: 'bot_service_changed', accountId: bot.id });
      await change(writer, row, values, sealSecret(services.keyring, secret));
    });
    return { ...(secret !== undefined && { secret }) };
  },
});
