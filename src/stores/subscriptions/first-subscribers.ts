// The subscribers that a channel begins with where an organization is made with all that is in it. No client is told:
// nobody is there yet who could be.

import type { Writer } from '../../storage/session.ts';
import { beginPeriods, insertSubscriptions } from './bulk-store.ts';
import { countSubscribers } from './subscriber-count.ts';

/** Subscribes accounts to a channel that they never were in, from the next place in the log on. */
export async function addFirstSubscribers(
  writer: Writer,
  channelId: number,
  accountIds: readonly number[],
): Promise<void> {
  const fresh = accountIds.map((accountId) => ({ accountId, channelId, pushNotifications: false }));
  await insertSubscriptions(writer, fresh);
  await beginPeriods(writer, fresh, writer.nextSequence());
  await countSubscribers(writer, channelId, accountIds.length);
}
