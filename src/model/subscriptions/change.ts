// Coming into channels and leaving them inside a unit of work: the rows, the periods, the count of subscribers.
// Events are put together by the callers, from what this gives back.

import type { Writer } from '../../storage/session.ts';
import { newestMessageId } from '../messages/newest-id.ts';
import { subscription } from './store.ts';

/** Given to channels in turn by those who have not chosen a colour. */
export const channelColors: readonly string[] = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
];

async function nextColor(writer: Writer, accountId: number): Promise<string> {
  const rows = await writer.db
    .selectFrom('subscription')
    .select('color')
    .where('account_id', '=', accountId)
    .execute();
  const used = new Set(rows.map((row) => row.color));
  return (
    channelColors.find((color) => !used.has(color)) ??
    channelColors[rows.length % channelColors.length] ??
    '#c2c2c2'
  );
}

/**
 * Subscribes an account from the next place in the log on; gives whether it was not subscribed before. Settings
 * of an earlier subscription come back.
 */
export async function subscribe(
  writer: Writer,
  accountId: number,
  channelId: number,
  options: { readonly color?: string; readonly pushNotifications?: boolean } = {},
): Promise<boolean> {
  const present = await subscription(writer, accountId, channelId);
  if (present?.is_active === 1) return false;
  if (present) {
    await writer.db
      .updateTable('subscription')
      .set({ is_active: 1 })
      .where('account_id', '=', accountId)
      .where('channel_id', '=', channelId)
      .execute();
  } else {
    await writer.db
      .insertInto('subscription')
      .values({
        organization_id: writer.organizationId,
        account_id: accountId,
        channel_id: channelId,
        is_active: 1,
        color: options.color ?? (await nextColor(writer, accountId)),
        is_muted: 0,
        pin_to_top: 0,
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: options.pushNotifications ? 1 : null,
        email_notifications: null,
        wildcard_mentions_notify: null,
      })
      .execute();
  }
  await writer.db
    .insertInto('subscription_period')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      channel_id: channelId,
      from_sequence: writer.nextSequence(),
      to_sequence: null,
      after_message_id: await newestMessageId(writer),
    })
    .execute();
  await countSubscribers(writer, channelId, 1);
  return true;
}

/** Ends a subscription at the next place in the log; gives whether there was one. */
export async function unsubscribe(writer: Writer, accountId: number, channelId: number): Promise<boolean> {
  const present = await subscription(writer, accountId, channelId);
  if (present?.is_active !== 1) return false;
  await writer.db
    .updateTable('subscription')
    .set({ is_active: 0 })
    .where('account_id', '=', accountId)
    .where('channel_id', '=', channelId)
    .execute();
  await writer.db
    .updateTable('subscription_period')
    .set({ to_sequence: writer.nextSequence() })
    .where('account_id', '=', accountId)
    .where('channel_id', '=', channelId)
    .where('to_sequence', 'is', null)
    .execute();
  await countSubscribers(writer, channelId, -1);
  return true;
}

/** The count holds active accounts only: deactivation takes its share off, reactivation puts it back. */
export async function countSubscribers(writer: Writer, channelId: number, change: number): Promise<void> {
  await writer.db
    .updateTable('channel')
    .set((e) => ({ subscriber_count: e('subscriber_count', '+', change) }))
    .where('id', '=', channelId)
    .execute();
}
