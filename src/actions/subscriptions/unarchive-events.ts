// Events of an unarchived channel. Clients without support for archived channels were sent its removal, and
// now need their subscriptions again.

import type { Channel } from '../../model/channels/channel.ts';
import type { WireChannel } from '../../model/channels/wire-channel.ts';
import { personalRow } from '../../model/subscriptions/personal-subscription.ts';
import { subscriptionsAdded } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { slices } from '../../stores/subscriptions/bulk-store.ts';
import { channelSubscriptions } from '../../stores/subscriptions/subscription-store.ts';

/** Emits the subscriptions of all subscribers to clients that were sent the removal of the channel. */
export async function emitSubscriptionsAgain(
  writer: Writer,
  channel: Channel,
  wire: WireChannel,
): Promise<void> {
  const rows = await channelSubscriptions(writer, channel.id);
  const subscribers = { [channel.id]: rows.map((row) => row.account_id) };
  for (const slice of slices(rows)) {
    const people = Object.fromEntries(slice.map((row) => [row.account_id, [personalRow(row)]]));
    writer.emit(subscriptionsAdded({ channels: [wire], people, subscribers, onlyUnaware: true }));
  }
}
