// The channels that a request for a group of channels names.

import { badRequest } from '../../api-contract/error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/session.ts';
import { channelsByName } from '../../stores/channels/channel-store.ts';

/** Each once and in the order named, for an administrator, who knows of every channel. @throws `Invalid channel name '…'` */
export async function namedChannels(writer: Writer, names: readonly string[]): Promise<Channel[]> {
  const wanted = new Map(names.map((name) => [textKey(name), name]));
  const found = await channelsByName(writer, [...wanted.keys()]);
  return [...wanted].map(([key, name]) => {
    const channel = found.get(key);
    if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${name}'`);
    return channel;
  });
}
