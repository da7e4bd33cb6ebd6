// How a person stands to a channel, by the tables as they stand in a unit of work; by what is in memory: `queries/`.

import type { ChannelStanding } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import type { Acting } from '../acting.ts';
import { directoryFor } from '../groups/allowed-now.ts';
import { channelAllows } from '../groups/allows-setting.ts';
import { subscribedAmong } from '../subscriptions/subscription-store.ts';

/** A channel with how somebody stands to it. */
export interface Standing {
  readonly channel: Channel;
  readonly standing: ChannelStanding;
}

const grantingSettings = ['can_subscribe_group', 'can_add_subscribers_group'] as const;

/** By the tables as they stand in a unit of work, in the channels' order: a few statements however many they are. */
export async function standingsNow(
  { writer, organization, account }: Acting,
  channels: readonly Channel[],
): Promise<Standing[]> {
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
      standing: {
        role: account.role,
        isSubscribed: subscribed.has(channel.id),
        isInGrantingGroup: grantingSettings.some(allows),
        isInAdministeringGroup: allows('can_administer_channel_group'),
      },
    };
  });
}

/** The same for one channel. */
export async function standingNow(acting: Acting, channel: Channel): Promise<ChannelStanding> {
  const [found] = await standingsNow(acting, [channel]);
  if (!found) throw new Error('one channel has one standing');
  return found.standing;
}
