// The relation of an account to a channel, from memory; units of work use the database.

import type { Account } from '../../model/accounts/account.ts';
import type { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelMembership } from '../../model/channels/channel-access.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import { isSubscribed, type SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import { channelAllows } from '../../stores/groups/allows-setting.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** A viewer of an organization's channels, now or as of a fixed log position. */
export interface ChannelViewer<Who extends Account | undefined = Account | undefined> {
  readonly state: OrganizationView;
  /** Undefined: an anonymous viewer. */
  readonly account: Who;
  /** The subscription periods; empty for anonymous viewers. */
  readonly subscriptions: SubscriptionPeriods;
}

/** Evaluates groups lazily, since most channels are decided without them. */
class RelationInMemory implements ChannelMembership {
  readonly role: Role;
  readonly isSubscribed: boolean;
  readonly #state: OrganizationView;
  readonly #account: Account;
  readonly #channel: Channel;

  constructor({ state, account, subscriptions }: ChannelViewer<Account>, channel: Channel) {
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
    return channelAllows({ directory: this.#state, account: this.#account }, this.#channel, name);
  }
}

/** The relation of an account to a channel. */
export function channelRelation(viewer: ChannelViewer<Account>, channel: Channel): ChannelMembership {
  return new RelationInMemory(viewer, channel);
}
