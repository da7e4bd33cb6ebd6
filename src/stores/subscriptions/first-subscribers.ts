// The first subscribers of channels in an organization that is created with its content. No events are
// emitted, since no client exists yet.

import type { Writer } from '../../storage/reader-writer.ts';
import { beginPeriods, insertSubscriptions } from './bulk-store.ts';
import { adjustSubscriberCount } from './subscriber-count.ts';

/** Subscribes accounts to a channel they were never subscribed to, from the next log position on. */
export async function addFirstSubscribers(
  writer: Writer,
  channelId: number,
  accountIds: readonly number[],
): Promise<void> {
  const newSubscriptions = accountIds.map((accountId) => ({
    accountId,
    channelId,
    pushNotifications: false,
  }));
  await insertSubscriptions(writer, newSubscriptions);
  await beginPeriods(writer, newSubscriptions, writer.nextSequence());
  await adjustSubscriberCount(writer, channelId, accountIds.length);
}
