// The channels that new accounts are subscribed to.

import type { Channel } from '../../model/channels/channel.ts';
import { defaultChannelsChanged } from '../../model/channels/channel-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { defaultChannels, updateChannel } from '../../stores/channels/channel-store.ts';
import { audit } from '../audit/audit.ts';

/** Emits the list to everyone after a channel was added or removed. */
export async function emitDefaultChannels(writer: Writer, changedId: number): Promise<void> {
  const channels = await defaultChannels(writer);
  writer.emit(
    defaultChannelsChanged(
      channels.map(({ id }) => id),
      changedId,
    ),
  );
}

/** Makes a channel a default one and emits the list; does nothing if it already is. */
export async function markChannelDefault(writer: Writer, channel: Channel): Promise<void> {
  if (channel.isDefault) return;
  await updateChannel(writer, channel.id, { is_default: 1 });
  await audit(writer, { kind: 'default_channel_added', channelId: channel.id });
  await emitDefaultChannels(writer, channel.id);
}

/** Removes a channel from the default ones and emits the list; does nothing if it is not one. */
export async function unmarkChannelDefault(writer: Writer, channel: Channel): Promise<void> {
  if (!channel.isDefault) return;
  await updateChannel(writer, channel.id, { is_default: 0 });
  await audit(writer, { kind: 'default_channel_removed', channelId: channel.id });
  await emitDefaultChannels(writer, channel.id);
}
