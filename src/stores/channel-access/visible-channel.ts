// Finds the channel that a request names if the account may see it. A channel that does not exist and one
// that may not be seen get the same error.

import { badRequest, invalidChannelId } from '../../api-contract/error.ts';
import { type ChannelAccessLevel, hasChannelAccess } from '../../model/channels/channel-access.ts';
import type { FoundChannel, Lookup } from './lookup.ts';

/** The channel with an id, including archived ones. @throws `Invalid channel ID` */
export async function visibleChannel(
  lookup: Lookup,
  id: number,
  needed: ChannelAccessLevel,
): Promise<FoundChannel> {
  const found = await lookup.channel(id);
  if (!found || !hasChannelAccess(found.channel, found.membership, needed)) throw invalidChannelId();
  return found;
}

/** The channel with an id, unless it is archived. @throws `Invalid channel ID` */
export async function activeChannel(
  lookup: Lookup,
  id: number,
  needed: ChannelAccessLevel,
): Promise<FoundChannel> {
  const found = await visibleChannel(lookup, id, needed);
  if (found.channel.isArchived) throw invalidChannelId();
  return found;
}

/** The channel with a name, regardless of case, unless it is archived. @throws `Invalid channel name '…'` */
export async function activeChannelByName(
  lookup: Lookup,
  name: string,
  needed: ChannelAccessLevel,
): Promise<FoundChannel> {
  const found = await lookup.channel(name);
  if (!found || found.channel.isArchived || !hasChannelAccess(found.channel, found.membership, needed))
    throw badRequest(`Invalid channel name '${name}'`);
  return found;
}
