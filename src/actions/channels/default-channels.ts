// The channels that new accounts start in.

import type { Channel } from '../../model/channels/channel.ts';
import { defaultChannelsChanged } from '../../model/channels/events.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { readChannels, updateChannel } from '../../stores/channels/store.ts';

/** Those of them that are in use, by id. */
export async function defaultChannels(reader: Reader): Promise<Channel[]> {
  const rows = await reader.db
    .selectFrom('channel')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('is_default', '=', 1)
    .where('is_archived', '=', 0)
    .execute();
  return rows.length === 0
    ? []
    : readChannels(
        reader,
        rows.map((row) => row.id),
      );
}

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
  await announceDefaultChannels(writer, channel.id);
}

/** Takes a channel out of the default ones, and tells everybody; nothing happens where it is none. */
export async function takeFromDefaults(writer: Writer, channel: Channel): Promise<void> {
  if (!channel.isDefault) return;
  await updateChannel(writer, channel.id, { is_default: 0 });
  await announceDefaultChannels(writer, channel.id);
}
