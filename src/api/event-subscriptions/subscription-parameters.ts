// What the operations of event subscriptions have in common: the bot and the subscription that a request names, and the
// choice of events as it is sent.

import { list, oneOf, text } from '../../api-contract/codec.ts';
import { badRequest, insufficientPermission } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import {
  checkEventTypes,
  type EventChoice,
  type SubscriptionRow,
  subscribableTypes,
} from '../../model/event-subscriptions/subscription.ts';
import { checkQueueNarrow } from '../../narrow/queue-narrow.ts';
import type { WireTerm } from '../../narrow/wire-term.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { BotType } from '../../stores/bots/service.ts';
import { subscriptionOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { actingAccount } from '../users/acting.ts';

export const address = text({ maximum: limits.webAddressCodePoints });
export const eventTypeList = list(oneOf(...subscribableTypes), subscribableTypes.length);

/** A choice as it is sent, whole or in part. */
interface SentChoice {
  readonly event_types?: readonly string[] | undefined;
  readonly narrow?: readonly WireTerm[] | undefined;
  readonly apply_markdown?: boolean | undefined;
  readonly all_public_streams?: boolean | undefined;
}

/** A choice, where nothing is sent as it was before. Refuses one of nothing, and a narrow that no queue can decide. */
export function chosen(sent: SentChoice, before: EventChoice): EventChoice {
  const types = sent.event_types ?? before.eventTypes;
  checkEventTypes(types);
  const terms = sent.narrow ?? before.narrow;
  checkQueueNarrow(terms);
  return {
    eventTypes: [...new Set(types)],
    narrow: terms,
    applyMarkdown: sent.apply_markdown ?? before.applyMarkdown,
    allPublicStreams: sent.all_public_streams ?? before.allPublicStreams,
  };
}

/** A bot whose events whoever asks, its owner, may have posted. @throws `No such bot`, `Insufficient permission` */
export async function subscribingBot(writer: Writer, actorId: number, botId: number): Promise<Account> {
  const bot = await changeableBot(writer, await actingAccount(writer, actorId), botId);
  if (bot.botOwnerId !== actorId) throw insufficientPermission();
  if (bot.botType === BotType.incomingWebhook) {
    throw badRequest('Bots that only take in webhooks read nothing, so there are no events to post.');
  }
  return bot;
}

/** A subscription of a bot. */
export async function requireSubscription(
  reader: Reader,
  bot: Account,
  id: number,
): Promise<SubscriptionRow> {
  const row = await subscriptionOf(reader, bot.id, id);
  if (!row) throw badRequest('No such event subscription');
  return row;
}

/** Refuses bots that are deactivated: they see nothing. */
export function requireActive(bot: Account): void {
  if (!bot.isActive) throw insufficientPermission();
}
