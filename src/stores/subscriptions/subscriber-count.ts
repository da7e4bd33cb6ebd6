// The subscriber count in a channel's row, which saves counting the subscriptions.

import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/**
 * Adjusts the count, which covers active accounts only: deactivation subtracts an account, reactivation adds
 * it again.
 */
export async function adjustSubscriberCount(
  writer: Writer,
  channelId: number,
  change: number,
): Promise<void> {
  await writer.db
    .updateTable('channel')
    .set((e) => ({ subscriber_count: e('subscriber_count', '+', change) }))
    .where('id', '=', channelId)
    .execute();
}

/** Adjusts the counts of several channels, in one statement for all that change by the same number. */
export async function adjustSubscriberCounts(
  writer: Writer,
  changes: ReadonlyMap<number, number>,
): Promise<void> {
  const byChange = Map.groupBy(changes, ([, change]) => change);
  for (const [change, entries] of byChange) {
    const ids = JSON.stringify(entries.map(([id]) => id));
    await writer.db
      .updateTable('channel')
      .set((e) => ({ subscriber_count: e('subscriber_count', '+', change) }))
      .where('id', 'in', idsOf(writer.engine, ids))
      .execute();
  }
}
