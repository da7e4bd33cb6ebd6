// Finding the channel that a request names, as far as its caller may see it, by what is in memory. What does not exist
// and what may not be seen get the same answer.

import { invalidChannelId } from '../../contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { maySeeChannel, type Needed } from '../../model/channels/access.ts';
import type { Reader } from '../../storage/session.ts';
import type { FoundChannel } from '../../stores/channel-access/lookup.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { standingIn } from './standing.ts';

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
  if (!maySeeChannel(channel, found.standing, needed)) throw invalidChannelId();
  return found;
}
