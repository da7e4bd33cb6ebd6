// The channels that new accounts start in.

import type { Channel } from '../../model/channels/channel.ts';
import { defaultChannelsChanged } from '../../model/channels/channel-events.ts';
import type { Writer } from '../../storage/session.ts';
import { defaultChannels, updateChannel } from '../../stores/channels/channel-store.ts';
import { audit } from '../audit/audit.ts';

/** Tells everybody the list after a channel came into it or left it. */
export async function announceDefaultChannels(writer: Writer, changedId: number): Promise<void> {
  const channels = await defaultChannels(writer);
  writer.emit(
    defaultChannelsChanged(
      channels.map(({ id }) => id),
      changedId,
    ),
  );
}

/** Puts a channel among the default ones, and tells everybody; nothing happens where it is one already. */
export async function putAmongDefaults(writer: Writer, channel: Channel): Promise<void> {
  if (channel.isDefault) return;
  await updateChannel(writer, channel.id, { is_default: 1 });
  await audit(writer, { kind: 'default_channel_added', channelId: channel.id });
  await announceDefaultChannels(writer, channel.id);
}

/** Takes a channel out of the default ones, and tells everybody; nothing happens where it is none. */
export async function takeFromDefaults(writer: Writer, channel: Channel): Promise<void> {
  if (!channel.isDefault) return;
  await updateChannel(writer, channel.id, { is_default: 0 });
  await audit(writer, { kind: 'default_channel_removed', channelId: channel.id });
  await announceDefaultChannels(writer, channel.id);
}
