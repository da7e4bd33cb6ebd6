// Finding the channel that a request names, as far as its caller may see it, by the tables as they stand in a unit of
// work; by what is in memory: `visible.ts`. What does not exist and what may not be seen get the same answer.

import { badRequest, invalidChannelId } from '../../contract/error.ts';
import { type ChannelStanding, maySeeChannel, type Needed } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Acting } from '../acting.ts';
import { channelById, channelByName } from '../channels/store.ts';
import { standingNow } from './standing.ts';

export interface FoundChannel {
  readonly channel: Channel;
  readonly standing: ChannelStanding;
}

/** A channel by the tables as they stand in a unit of work, archived ones included; refuses `Invalid channel ID`. */
export async function visibleChannelNow(acting: Acting, id: number, needed: Needed): Promise<FoundChannel> {
  const channel = await channelById(acting.writer, id);
  if (!channel) throw invalidChannelId();
  const found = { channel, standing: await standingNow(acting, channel) };
  if (!maySeeChannel(channel, found.standing, needed)) throw invalidChannelId();
  return found;
}

/** The same, refusing archived channels too. */
export async function activeChannelNow(acting: Acting, id: number, needed: Needed): Promise<FoundChannel> {
  const found = await visibleChannelNow(acting, id, needed);
  if (found.channel.isArchived) throw invalidChannelId();
  return found;
}

/** The same by name, in any spelling of case; refuses `Invalid channel name '…'`. */
export async function activeChannelByNameNow(
  acting: Acting,
  name: string,
  needed: Needed,
): Promise<FoundChannel> {
  const channel = await channelByName(acting.writer, name);
  const found = channel && {
    channel,
    standing: await standingNow(acting, channel),
  };
  if (!found || found.channel.isArchived || !maySeeChannel(found.channel, found.standing, needed))
    throw badRequest(`Invalid channel name '${name}'`);
  return found;
}
