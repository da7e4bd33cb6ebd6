// The number of subscribers that a channel's row keeps, so that showing it costs no look at the subscriptions.

import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';

/** The count holds active accounts only: deactivation takes its share off, reactivation puts it back. */
export async function countSubscribers(writer: Writer, channelId: number, change: number): Promise<void> {
  await writer.db
    .updateTable('channel')
    .set((e) => ({ subscriber_count: e('subscriber_count', '+', change) }))
    .where('id', '=', channelId)
    .execute();
}

/** The same for several channels: one statement for all whose count changes by the same number. */
export async function countSubscribersIn(
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
