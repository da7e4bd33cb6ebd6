// The default channels of bots, named by the caller, and the fields of answers about bots.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { channelMembershipNow } from '../../stores/channel-access/channel-membership.ts';
import { channelByName, channelNames } from '../../stores/channels/channel-store.ts';

/** The channel of a name that the caller can see; undefined if no name is given. */
export async function defaultChannel(
  writer: Writer,
  organization: Organization,
  actor: Account,
  name: string | undefined,
): Promise<Channel | undefined> {
  if (!name) return undefined;
  const channel = await channelByName(writer, name);
  const access = channel && (await channelMembershipNow({ writer, organization, account: actor }, channel));
  if (!channel || channel.isArchived || !access || !maySeeChannelMetadata(channel, access)) {
    throw badRequest(`Invalid channel name '${name}'`);
  }
  return channel;
}

/** The defaults of a bot, with channels by name. */
export async function defaultFields(
  reader: Reader,
  bot: Account,
): Promise<{
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
}> {
  const nameOf = await channelNames(reader, [bot.defaultSendingChannelId, bot.defaultEventsChannelId]);
  return {
    default_sending_stream: nameOf(bot.defaultSendingChannelId),
    default_events_register_stream: nameOf(bot.defaultEventsChannelId),
    default_all_public_streams: bot.defaultAllPublicChannels,
  };
}
