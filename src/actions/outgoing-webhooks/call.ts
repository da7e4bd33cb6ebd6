// Which outgoing webhooks a message calls, noted in the outbox by the unit that sends it: those that it mentions, and
// those that it is written to directly. What a bot says calls none, so that two of them cannot talk for ever.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';
import { BotType } from '../../stores/bots/service.ts';
import { subscribersAmong } from '../../stores/subscriptions/store.ts';
import { queueWork } from '../outbox/store.ts';

/** The kind of such rows in the outbox. */
export const WEBHOOK_KIND = 'webhook';

/** Why a webhook is called, in the words that it is told. */
export type Trigger = 'direct_message' | 'mention';

export interface WebhookCall {
  readonly botId: number;
  readonly messageId: number;
  readonly trigger: Trigger;
}

/** Which bot a row is for, without a look at the rest; the same for all that say nothing of one. */
export function calledBot(row: { readonly payload: string }): string {
  return /^\{"botId":(\d+),/.exec(row.payload)?.[1] ?? '';
}

const webhooksAmong = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .where('bot_type', '=', BotType.outgoingWebhook)
    .where('is_active', '=', 1)
    .orderBy('id'),
);

function queueCalls(
  writer: Writer,
  botIds: readonly number[],
  messageId: number,
  trigger: Trigger,
): Promise<void> {
  const calls = botIds.map((botId): WebhookCall => ({ botId, messageId, trigger }));
  return queueWork(writer, WEBHOOK_KIND, ...calls.map((call) => JSON.stringify(call)));
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
  const bots = rows.map((row) => row.id);
  if (bots.length === 0) return;
  const inside = channel.isPrivate ? await subscribersAmong(writer, channel.id, bots) : new Set(bots);
  await queueCalls(
    writer,
    bots.filter((id) => inside.has(id)),
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
    bots.map((bot) => bot.id),
    messageId,
    'direct_message',
  );
}
