// Shared by the operations on event subscriptions: finding the bot and the subscription, and decoding the
// choice of events.

import { list, oneOf, text } from '../../api-contract/codec.ts';
import { badRequest, insufficientPermission } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import {
  checkEventTypes,
  type EventSelection,
  type EventSubscriptionRow,
  subscribableTypes,
} from '../../model/event-subscriptions/event-subscription.ts';
import { checkQueueNarrow } from '../../narrow/queue-narrow.ts';
import type { WireTerm } from '../../narrow/wire-term.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { BotType } from '../../stores/bots/bot-service.ts';
import { subscriptionOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { actingAccount } from '../users/acting-account.ts';

export const address = text({ maximum: limits.webAddressCodePoints });
export const eventTypeList = list(oneOf(...subscribableTypes), subscribableTypes.length);

/** A choice as sent, complete or partial. */
interface SentEventChoice {
  readonly event_types?: readonly string[] | undefined;
  readonly narrow?: readonly WireTerm[] | undefined;
  readonly apply_markdown?: boolean | undefined;
  readonly all_public_streams?: boolean | undefined;
}

/**
 * The new choice; parts that were not sent do not change.
 * @throws if it selects no events, or for a narrow that an event queue cannot evaluate
 */
export function eventChoice(sent: SentEventChoice, before: EventSelection): EventSelection {
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

/**
 * A bot owned by the caller whose events can be posted.
 * @throws `No such bot`, `Insufficient permission`
 */
export async function botWithEvents(writer: Writer, actorId: number, botId: number): Promise<Account> {
  const bot = await changeableBot(writer, await actingAccount(writer, actorId), botId);
  if (bot.botOwnerId !== actorId) throw insufficientPermission();
  if (bot.botType === BotType.incomingWebhook) {
    throw badRequest('Incoming webhook bots cannot read messages, so they have no events to post.');
  }
  return bot;
}

/** A subscription of a bot. */
export async function requireSubscription(
  reader: Reader,
  bot: Account,
  id: number,
): Promise<EventSubscriptionRow> {
  const row = await subscriptionOf(reader, bot.id, id);
  if (!row) throw badRequest('No such event subscription');
  return row;
}

/** Rejects deactivated bots, which see no events. */
export function requireActive(bot: Account): void {
  if (!bot.isActive) throw insufficientPermission();
}
