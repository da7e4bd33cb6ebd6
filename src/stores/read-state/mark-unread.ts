// Marking messages as unread inside a unit of work. An unread message stands in a channel that the person is
// subscribed to; what stands elsewhere is passed over and its channels are named.

import type { MessageHead } from '../../model/messages/row.ts';
import { isSubscribed, type SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import type { Writer } from '../../storage/session.ts';
import { deleteExceptions, insertExceptions } from './read-state-store.ts';
import { readStatusOf } from './status.ts';

export interface MarkedUnread {
  /** What was read before, ascending. */
  readonly changed: readonly MessageHead[];
  /** Channels of messages that stay as they are because the person is not subscribed there. */
  readonly skippedChannelIds: readonly number[];
}

/**
 * Marks messages, which the person may read, as unread; `subscriptions` are theirs as of the unit of work. The event
 * is the caller's: it needs each one's details.
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
