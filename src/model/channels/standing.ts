// How a person stands to a channel: from memory for requests that read, from the tables inside units of work.

import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { channelAllows, channelAllowsNow } from '../groups/allows-setting.ts';
import type { ChannelGroupSetting } from '../groups/permission-settings.ts';
import type { Organization } from '../organizations/organization.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { isSubscribed, isSubscribedNow, type SubscriptionPeriods } from '../subscriptions/store.ts';
import type { ChannelStanding } from './access.ts';
import type { Channel } from './channel.ts';

/** By what is in memory. */
export function standingIn(
  state: OrganizationState,
  account: Account,
  subscriptions: SubscriptionPeriods,
  channel: Channel,
): ChannelStanding {
  const allows = (name: ChannelGroupSetting) => channelAllows(state, channel, name, account);
  return {
    role: account.role,
    isSubscribed: isSubscribed(subscriptions, channel.id),
    get isInGrantingGroup() {
      return allows('can_subscribe_group') || allows('can_add_subscribers_group');
    },
    get isInAdministeringGroup() {
      return allows('can_administer_channel_group');
    },
  };
}

/** By the tables as they stand in a unit of work. */
export async function standingNow(
  reader: Reader,
  organization: Organization,
  account: Account,
  channel: Channel,
  now: number,
): Promise<ChannelStanding> {
  const allows = (name: ChannelGroupSetting) =>
    channelAllowsNow(reader, organization, channel, name, account, now);
  const isMember = await isSubscribedNow(reader, account.id, channel.id);
  return {
    role: account.role,
    isSubscribed: isMember,
    isInGrantingGroup: (await allows('can_subscribe_group')) || (await allows('can_add_subscribers_group')),
    isInAdministeringGroup: await allows('can_administer_channel_group'),
  };
}
