// Shared by adding and removing default channels: checks the caller's permission within the unit of work, and
// finds the channel.

import { noSuchUser } from '../../api-contract/error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { checkMayChangeDefaultChannels } from '../../model/channels/default-channel-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAccounts } from '../../stores/accounts/active-accounts.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { activeChannel } from '../../stores/channel-access/visible-channel.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

/**
 * A channel that is not archived and that the caller can see.
 * @throws if the caller may not manage default channels, or cannot see the channel
 */
export async function channelForDefaults(
  writer: Writer,
  callerId: number,
  channelId: number,
): Promise<Channel> {
  const [caller] = await activeAccounts(writer, [callerId]);
  if (!caller) throw noSuchUser();
  checkMayChangeDefaultChannels(caller);
  const organization = await readOrganization(writer);
  const found = await activeChannel(
    tableLookup({ writer, organization, account: caller }),
    channelId,
    'metadata',
  );
  return found.channel;
}
