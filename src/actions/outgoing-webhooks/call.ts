// Queues calls of outgoing webhooks in the outbox, in the unit of work that sends a message: for bots that
// the message mentions, and for recipients of a direct message. Messages from bots call none, to prevent
// endless loops.

import { count, exactly, oneOf, optional, recordOf } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { BotType } from '../../stores/bots/bot-service.ts';
import { subscribersAmong } from '../../stores/subscriptions/subscription-store.ts';
import { hasWaitingWork, queueWorkFor, receiverOf, type WorkForReceiver } from '../outbox/outbox-store.ts';

/** The kind of the outbox rows. */
export const WEBHOOK_KIND = 'webhook';

/** Why a webhook is called; sent to it. */
export type Trigger = 'direct_message' | 'mention';

export interface WebhookCall {
  readonly botId: number;
  readonly messageId: number;
  readonly trigger: Trigger;
  /**
   * The call was dropped because too many wait for the bot. The row reports that; while it waits, no other
   * one is queued.
   */
  readonly isDropped?: true;
}

/** The payload of a row. */
export const webhookCall = recordOf<WebhookCall>({
  botId: count,
  messageId: count,
  trigger: oneOf('direct_message', 'mention'),
  isDropped: optional(exactly(true)),
});

const webhooksAmong = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select(['id', 'bot_owner_id'])
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .where('bot_type', '=', BotType.outgoingWebhook)
    .where('is_active', '=', 1)
    .orderBy('id'),
);

/** A bot with its owner. */
interface CalledBot {
  readonly id: number;
  readonly ownerId: number | null;
}

/** A call as an outbox row. Beyond the limit, a single row that reports the dropped calls. */
async function callWork(
  writer: Writer,
  { id, ownerId }: CalledBot,
  call: WebhookCall,
): Promise<WorkForReceiver[]> {
  const holder = ownerId ?? id;
  const receiver = receiverOf(holder, id);
  if (!(await hasWaitingWork(writer, WEBHOOK_KIND, receiver, limits.webhookCallsWaitingPerBot)))
    return [{ receiver, payload: JSON.stringify(call) }];
  const dropReceiver = receiverOf(holder, `dropped:${id}`);
  if (await hasWaitingWork(writer, WEBHOOK_KIND, dropReceiver, 1)) return [];
  return [{ receiver: dropReceiver, payload: JSON.stringify({ ...call, isDropped: true }) }];
}

async function queueCalls(
  writer: Writer,
  bots: readonly CalledBot[],
  messageId: number,
  trigger: Trigger,
): Promise<void> {
  const works: WorkForReceiver[] = [];
  for (const bot of bots) works.push(...(await callWork(writer, bot, { botId: bot.id, messageId, trigger })));
  await queueWorkFor(writer, WEBHOOK_KIND, ...works);
}

/**
 * Calls the webhooks that a channel message mentions. Messages of a private channel go only to its
 * subscribers.
 */
export async function queueMentionCalls(
  writer: Writer,
  channel: Channel,
  message: { readonly id: number; readonly sender: Account; readonly mentionedIds: readonly number[] },
): Promise<void> {
  const { id: messageId, sender, mentionedIds } = message;
  if (sender.isBot || mentionedIds.length === 0) return;
  const ids = JSON.stringify(mentionedIds);
  const rows = await webhooksAmong.all(writer, { organization: writer.organizationId, ids });
  if (rows.length === 0) return;
  const bots = rows.map((row) => row.id);
  const withAccess = channel.isPrivate ? await subscribersAmong(writer, channel.id, bots) : new Set(bots);
  const calledBots = rows.filter((row) => withAccess.has(row.id));
  await queueCalls(
    writer,
    calledBots.map((row) => ({ id: row.id, ownerId: row.bot_owner_id })),
    messageId,
    'mention',
  );
}

/** Calls the webhooks among the recipients of a direct message. */
export async function queueDirectCalls(
  writer: Writer,
  sender: Account,
  people: readonly Account[],
  messageId: number,
): Promise<void> {
  if (sender.isBot) return;
  const bots = people.filter(({ botType, isActive }) => botType === BotType.outgoingWebhook && isActive);
  if (bots.length === 0) return;
  await queueCalls(
    writer,
    bots.map((bot) => ({ id: bot.id, ownerId: bot.botOwnerId })),
    messageId,
    'direct_message',
  );
}
