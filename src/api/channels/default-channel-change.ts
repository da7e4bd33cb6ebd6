// What adding a default channel and removing one share: the caller's right as of the unit of work, and the channel.

import { noSuchUser } from '../../api-contract/error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { requireDefaultChannelsRight } from '../../model/channels/default-rules.ts';
import type { Writer } from '../../storage/session.ts';
import { activeAccounts } from '../../stores/accounts/active.ts';
import { inTables } from '../../stores/channel-access/lookup.ts';
import { activeChannel } from '../../stores/channel-access/visible.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

/** The channel in use that the caller, who may choose default channels, can see; refuses otherwise. */
export async function channelForDefaults(
  writer: Writer,
  callerId: number,
  channelId: number,
): Promise<Channel> {
  const [caller] = await activeAccounts(writer, [callerId]);
  if (!caller) throw noSuchUser();
  requireDefaultChannelsRight(caller);
  const organization = await readOrganization(writer);
  const found = await activeChannel(
    inTables({ writer, organization, account: caller }),
    channelId,
    'metadata',
  );
  return found.channel;
}
