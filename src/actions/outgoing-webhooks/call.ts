// Which outgoing webhooks a message calls, noted in the outbox by the unit that sends it: those that it mentions, and
// those that it is written to directly. What a bot says calls none, so that two of them cannot talk for ever.

import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';
import { BotType } from '../../stores/bots/service.ts';
import { subscribersAmong } from '../../stores/subscriptions/subscription-store.ts';
import { isWaiting, queueWorkFor, type ReceivedWork, receiverOf } from '../outbox/outbox-store.ts';

/** The kind of such rows in the outbox. */
export const WEBHOOK_KIND = 'webhook';

/** Why a webhook is called, in the words that it is told. */
export type Trigger = 'direct_message' | 'mention';

export interface WebhookCall {
  readonly botId: number;
  readonly messageId: number;
  readonly trigger: Trigger;
  /** The bot is not called: too many calls wait for it. The row says so, and as long as it is there nothing does again. */
  readonly isDropped?: true;
}

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

/** A bot that is called, and whose it is. */
interface CalledBot {
  readonly id: number;
  readonly ownerId: number | null;
}

/** A call as work that waits; instead of one that would be too many what tells of it, unless that waits already. */
async function waitingWork(
  writer: Writer,
  { id, ownerId }: CalledBot,
  call: WebhookCall,
): Promise<ReceivedWork[]> {
  const holder = ownerId ?? id;
  const receiver = receiverOf(holder, id);
  if (!(await isWaiting(writer, WEBHOOK_KIND, receiver, limits.webhookCallsWaitingPerBot)))
    return [{ receiver, payload: JSON.stringify(call) }];
  const telling = receiverOf(holder, `dropped:${id}`);
  if (await isWaiting(writer, WEBHOOK_KIND, telling, 1)) return [];
  return [{ receiver: telling, payload: JSON.stringify({ ...call, isDropped: true }) }];
}

async function queueCalls(
  writer: Writer,
  bots: readonly CalledBot[],
  messageId: number,
  trigger: Trigger,
): Promise<void> {
  const works: ReceivedWork[] = [];
  for (const bot of bots)
    works.push(...(await waitingWork(writer, bot, { botId: bot.id, messageId, trigger })));
  await queueWorkFor(writer, WEBHOOK_KIND, ...works);
}

/** Calls the webhooks that a channel message mentions. Out of a private channel nothing goes but to its subscribers. */
export async function callMentioned(
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
  const inside = channel.isPrivate ? await subscribersAmong(writer, channel.id, bots) : new Set(bots);
  const called = rows.filter((row) => inside.has(row.id));
  await queueCalls(
    writer,
    called.map((row) => ({ id: row.id, ownerId: row.bot_owner_id })),
    messageId,
    'mention',
  );
}

/** Calls the webhooks that a direct message is written to. */
export async function callDirectly(
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
