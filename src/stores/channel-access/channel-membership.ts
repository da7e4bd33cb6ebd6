// An account's membership in channels, from the tables as a unit of work sees them. The counterpart for the
// state in memory is in `queries/`.

import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelMembership } from '../../model/channels/channel-access.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import type { ActorContext } from '../actor-context.ts';
import { directoryFor } from '../groups/allowed-now.ts';
import { channelAllows } from '../groups/allows-setting.ts';
import { subscribedAmong } from '../subscriptions/subscription-store.ts';

/** A channel with the account's membership in it. */
export interface ChannelWithMembership {
  readonly channel: Channel;
  readonly membership: ChannelMembership;
}

const grantingSettings = ['can_subscribe_group', 'can_add_subscribers_group'] as const;

/**
 * The account's membership in each of the channels, in their order. Takes a few statements regardless of their number.
 */
export async function channelMembershipsNow(
  { writer, organization, account }: ActorContext,
  channels: readonly Channel[],
): Promise<ChannelWithMembership[]> {
  if (channels.length === 0) return [];
  const values = channels.flatMap(({ groupSettings }) =>
    [...grantingSettings, 'can_administer_channel_group' as const].map((name) => groupSettings[name]),
  );
  const directory = await directoryFor(writer, organization, values);
  const ids = channels.map(({ id }) => id);
  const subscribed = await subscribedAmong(writer, account.id, ids);
  return channels.map((channel) => {
    const allows = (name: ChannelGroupSetting) =>
      channelAllows({ directory, account, now: writer.now }, channel, name);
    return {
      channel,
      membership: {
        role: account.role,
        isSubscribed: subscribed.has(channel.id),
        isInGrantingGroup: grantingSettings.some(allows),
        isInAdministeringGroup: allows('can_administer_channel_group'),
      },
    };
  });
}

/** The account's membership in one channel. */
export async function channelMembershipNow(
  acting: ActorContext,
  channel: Channel,
): Promise<ChannelMembership> {
  const [found] = await channelMembershipsNow(acting, [channel]);
  if (!found) throw new Error('one channel has one membership');
  return found.membership;
}
