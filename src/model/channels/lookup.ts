// Finding the channel that a request names, as far as its caller may see it. What does not exist and what may not
// be seen get the same answer.

import { badRequest, invalidChannelId } from '../../contract/error.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Needed } from '../sight.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { type ChannelStanding, mayKnowChannel, mayReadChannel } from './access.ts';
import type { Channel } from './channel.ts';
import { standingIn, standingNow } from './standing.ts';
import { channelById, channelByName } from './store.ts';

export interface FoundChannel {
  readonly channel: Channel;
  readonly standing: ChannelStanding;
}

function isEnough(needed: Needed, { channel, standing }: FoundChannel): boolean {
  return needed === 'content' ? mayReadChannel(channel, standing) : mayKnowChannel(channel, standing);
}

/** A channel by what is in memory, archived ones included; refuses `Invalid channel ID`. */
export async function visibleChannel(
  state: OrganizationState,
  reader: Reader,
  account: Account,
  id: number,
  needed: Needed,
): Promise<FoundChannel> {
  const channel = state.channel(id);
  if (!channel) throw invalidChannelId();
  const found = {
    channel,
    standing: standingIn(state, account, await state.subscriptions(reader, account.id), channel),
  };
  if (!isEnough(needed, found)) throw invalidChannelId();
  return found;
}

/** The same by the tables as they stand in a unit of work. */
export async function visibleChannelNow(
  reader: Reader,
  organization: Organization,
  account: Account,
  id: number,
  needed: Needed,
  now: number,
): Promise<FoundChannel> {
  const channel = await channelById(reader, id);
  if (!channel) throw invalidChannelId();
  const found = { channel, standing: await standingNow(reader, organization, account, channel, now) };
  if (!isEnough(needed, found)) throw invalidChannelId();
  return found;
}

/** The same, refusing archived channels too. */
export async function activeChannelNow(
  reader: Reader,
  organization: Organization,
  account: Account,
  id: number,
  needed: Needed,
  now: number,
): Promise<FoundChannel> {
  const found = await visibleChannelNow(reader, organization, account, id, needed, now);
  if (found.channel.isArchived) throw invalidChannelId();
  return found;
}

/** The same by name, in any spelling of case; refuses `Invalid channel name '…'`. */
export async function activeChannelByNameNow(
  reader: Reader,
  organization: Organization,
  account: Account,
  name: string,
  needed: Needed,
  now: number,
): Promise<FoundChannel> {
  const channel = await channelByName(reader, name);
  const found = channel && {
    channel,
    standing: await standingNow(reader, organization, account, channel, now),
  };
  if (!found || found.channel.isArchived || !isEnough(needed, found))
    throw badRequest(`Invalid channel name '${name}'`);
  return found;
}
