// How a person stands to a channel: from memory for requests that read, from the tables inside units of work.

import type { Account } from '../../model/accounts/account.ts';
import type { Role } from '../../model/accounts/roles.ts';
import type { ChannelStanding } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import type { OrganizationView } from '../../model/organization-view.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { isSubscribed, type SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import type { Reader } from '../../storage/session.ts';
import { directoryFor } from '../groups/allowed-now.ts';
import { channelAllows } from '../groups/allows-setting.ts';
import { subscribedAmong } from '../subscriptions/store.ts';

/** Finds out about groups when it is asked: most channels are decided about without. */
class StandingInMemory implements ChannelStanding {
  readonly role: Role;
  readonly isSubscribed: boolean;
  readonly #state: OrganizationView;
  readonly #account: Account;
  readonly #channel: Channel;

  constructor(
    state: OrganizationView,
    account: Account,
    subscriptions: SubscriptionPeriods,
    channel: Channel,
  ) {
    this.role = account.role;
    this.isSubscribed = isSubscribed(subscriptions, channel.id);
    this.#state = state;
    this.#account = account;
    this.#channel = channel;
  }

  get isInGrantingGroup(): boolean {
    return this.#allows('can_subscribe_group') || this.#allows('can_add_subscribers_group');
  }

  get isInAdministeringGroup(): boolean {
    return this.#allows('can_administer_channel_group');
  }

  #allows(name: ChannelGroupSetting): boolean {
    return channelAllows(this.#state, this.#channel, name, this.#account);
  }
}

/** By what is in memory. */
export function standingIn(
  state: OrganizationView,
  account: Account,
  subscriptions: SubscriptionPeriods,
  channel: Channel,
): ChannelStanding {
  return new StandingInMemory(state, account, subscriptions, channel);
}

/** A channel with how somebody stands to it. */
export interface Standing {
  readonly channel: Channel;
  readonly standing: ChannelStanding;
}

const grantingSettings = ['can_subscribe_group', 'can_add_subscribers_group'] as const;

/** By the tables as they stand in a unit of work, in the channels' order: a few statements however many they are. */
export async function standingsNow(
  reader: Reader,
  organization: Organization,
  account: Account,
  channels: readonly Channel[],
  now: number,
): Promise<Standing[]> {
  if (channels.length === 0) return [];
  const values = channels.flatMap(({ groupSettings }) =>
    [...grantingSettings, 'can_administer_channel_group' as const].map((name) => groupSettings[name]),
  );
  const directory = await directoryFor(reader, organization, values);
  const ids = channels.map(({ id }) => id);
  const subscribed = await subscribedAmong(reader, account.id, ids);
  return channels.map((channel) => {
    const allows = (name: ChannelGroupSetting) => channelAllows(directory, channel, name, account, now);
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
export async function standingNow(
  reader: Reader,
  organization: Organization,
  account: Account,
  channel: Channel,
  now: number,
): Promise<ChannelStanding> {
  const [found] = await standingsNow(reader, organization, account, [channel], now);
  if (!found) throw new Error('one channel has one standing');
  return found.standing;
}
