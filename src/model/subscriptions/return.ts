// A channel that comes back from the archive: clients that do not know archived channels were told that it was
// gone, and learn of their subscriptions anew.

import type { Writer } from '../../storage/session.ts';
import type { Channel } from '../channels/channel.ts';
import type { WireChannel } from '../channels/view.ts';
import { slices } from './bulk-store.ts';
import { subscriptionsAdded } from './events.ts';
import { channelSubscriptions } from './store.ts';
import { personalRow } from './view.ts';

/** Emits the subscriptions of everybody in a channel, for clients that were told that it was gone. */
export async function returningSubscriptions(
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
