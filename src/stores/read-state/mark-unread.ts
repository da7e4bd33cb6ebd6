// Marks messages as unread within a unit of work. Only messages in channels the account is subscribed to can
// be unread; others are skipped and their channels reported.

import type { MessageHead } from '../../model/messages/message-row.ts';
import { isSubscribed, type SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { deleteExceptions, insertExceptions } from './read-state-store.ts';
import { readStatusOf } from './read-status.ts';

export interface MarkedUnread {
  /** The messages that were read before, ascending. */
  readonly changed: readonly MessageHead[];
  /** Channels of messages left unchanged because the account is not subscribed there. */
  readonly skippedChannelIds: readonly number[];
}

/**
 * Marks messages that the account may read as unread. `subscriptions` are the account's as of the unit of
 * work. The caller emits the event, which needs the details of each message.
 */
export async function markHeadsUnread(
  writer: Writer,
  accountId: number,
  subscriptions: SubscriptionPeriods,
  heads: readonly MessageHead[],
): Promise<MarkedUnread> {
  const skipped = new Set<number>();
  const possible: MessageHead[] = [];
  for (const head of heads) {
    if (head.channel_id === null || isSubscribed(subscriptions, head.channel_id)) possible.push(head);
    else skipped.add(head.channel_id);
  }
  const statuses = await readStatusOf(writer, accountId, subscriptions, possible);
  const changed = possible.filter((head) => statuses.get(head.id)?.isRead === true);
  const byException = changed.filter((head) => statuses.get(head.id)?.isReadByDefault === false);
  const byDefault = changed.filter((head) => statuses.get(head.id)?.isReadByDefault === true);
  await deleteExceptions(writer, accountId, byException);
  await insertExceptions(writer, accountId, byDefault, 'unread');
  return { changed, skippedChannelIds: [...skipped].sort((a, b) => a - b) };
}
