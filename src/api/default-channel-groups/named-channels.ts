// Finds the channels in a request about a default channel group.

import { badRequest } from '../../api-contract/error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelsByName } from '../../stores/channels/channel-store.ts';

/**
 * The channels without duplicates, in the order of the names. For administrators, who know of every channel.
 * @throws `Invalid channel name '…'`
 */
export async function requireNamedChannels(writer: Writer, names: readonly string[]): Promise<Channel[]> {
  const namesByKey = new Map(names.map((name) => [textKey(name), name]));
  const found = await channelsByName(writer, [...namesByKey.keys()]);
  return [...namesByKey].map(([key, name]) => {
    const channel = found.get(key);
    if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${name}'`);
    return channel;
  });
}
