// Who may see that a channel exists, and who may read it. (Reference behaviour: metadata and content access.)

import { Role } from '../accounts/roles.ts';
import type { Channel } from './channel.ts';

/** The facts about an account and a channel that the rules depend on. */
export interface ChannelStanding {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** In `can_subscribe_group` or `can_add_subscribers_group`: may subscribe at any time. */
  readonly isInGrantingGroup: boolean;
  /** In `can_administer_channel_group`. */
  readonly isInAdministeringGroup: boolean;
}

/** Whether the account may see name, description, settings and subscribers. */
export function mayKnowChannel(channel: Channel, standing: ChannelStanding): boolean {
  if (channel.isWebPublic || standing.isSubscribed) return true;
  if (standing.role === Role.guest) return false;
  if (!channel.isPrivate || standing.role <= Role.administrator) return true;
  return standing.isInGrantingGroup || standing.isInAdministeringGroup;
}

/** Whether the account may read messages and topics, subscribe, and add others. */
export function mayReadChannel(channel: Channel, standing: ChannelStanding): boolean {
  if (channel.isWebPublic || standing.isSubscribed) return true;
  if (standing.role === Role.guest) return false;
  return !channel.isPrivate || standing.isInGrantingGroup;
}

/** The access that an operation needs: that the channel exists, or its messages too. */
export type Needed = 'metadata' | 'content';

export function maySeeChannel(channel: Channel, standing: ChannelStanding, needed: Needed): boolean {
  return needed === 'content' ? mayReadChannel(channel, standing) : mayKnowChannel(channel, standing);
}

/** Whether the account may change the channel's settings: organization and channel administrators may. */
export function mayAdministerChannel(standing: ChannelStanding): boolean {
  if (standing.role <= Role.administrator) return true;
  return standing.role !== Role.guest && standing.isInAdministeringGroup;
}

/** Whether the account may read the whole history, or only messages that it received. */
export function mayReadFullHistory(channel: Channel, standing: ChannelStanding): boolean {
  if (channel.isWebPublic) return true;
  if (!channel.isPrivate && standing.role !== Role.guest) return true;
  return channel.isHistoryPublic && mayReadChannel(channel, standing);
}
