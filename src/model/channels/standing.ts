// How a person stands to a channel: from memory for requests that read, from the tables inside units of work.

import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { isAllowedNow } from '../groups/store.ts';
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
  const { can_subscribe_group, can_add_subscribers_group, can_administer_channel_group } = channel.groupSettings;
  return {
    role: account.role,
    isSubscribed: isSubscribed(subscriptions, channel.id),
    get isInGrantingGroup() {
      return state.allows(can_subscribe_group, account) || state.allows(can_add_subscribers_group, account);
    },
    get isInAdministeringGroup() {
      return state.allows(can_administer_channel_group, account);
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
  const { can_subscribe_group, can_add_subscribers_group, can_administer_channel_group } = channel.groupSettings;
  const allows = (value: typeof can_subscribe_group) => isAllowedNow(reader, organization, value, account, now);
  const isMember = await isSubscribedNow(reader, account.id, channel.id);
  return {
    role: account.role,
    isSubscribed: isMember,
    isInGrantingGroup: (await allows(can_subscribe_group)) || (await allows(can_add_subscribers_group)),
    isInAdministeringGroup: await allows(can_administer_channel_group),
  };
}
