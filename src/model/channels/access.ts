// Who may see that a channel exists, and who may read it. (Reference behaviour: metadata and content access.)

import { Role } from '../accounts/roles.ts';
import type { Channel } from './channel.ts';

/** What the rules need to know of a person with regard to a channel. */
export interface ChannelStanding {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** In `can_subscribe_group` or `can_add_subscribers_group`: may come in at any time. */
  readonly isInGrantingGroup: boolean;
  /** In `can_administer_channel_group`. */
  readonly isInAdministeringGroup: boolean;
}

/** Name, description, settings and subscribers. */
export function mayKnowChannel(channel: Channel, standing: ChannelStanding): boolean {
  if (channel.isWebPublic || standing.isSubscribed) return true;
  if (standing.role === Role.guest) return false;
  if (!channel.isPrivate || standing.role <= Role.administrator) return true;
  return standing.isInGrantingGroup || standing.isInAdministeringGroup;
}

/** Messages and topics; also subscribing oneself and adding others. */
export function mayReadChannel(channel: Channel, standing: ChannelStanding): boolean {
  if (channel.isWebPublic || standing.isSubscribed) return true;
  if (standing.role === Role.guest) return false;
  return !channel.isPrivate || standing.isInGrantingGroup;
}

/** How far one must see into a channel: that it exists, or what is said in it. */
export type Needed = 'metadata' | 'content';

/** Whether somebody sees into a channel as far as needed. */
export function maySeeChannel(channel: Channel, standing: ChannelStanding, needed: Needed): boolean {
  return needed === 'content' ? mayReadChannel(channel, standing) : mayKnowChannel(channel, standing);
}

/** Settings of the channel: organization administrators, and the channel's own. */
export function mayAdministerChannel(standing: ChannelStanding): boolean {
  if (standing.role <= Role.administrator) return true;
  return standing.role !== Role.guest && standing.isInAdministeringGroup;
}

/** Whether the whole history is open to a person, or only what they received. */
export function mayReadFullHistory(channel: Channel, standing: ChannelStanding): boolean {
  if (channel.isWebPublic) return true;
  if (!channel.isPrivate && standing.role !== Role.guest) return true;
  return channel.isHistoryPublic && mayReadChannel(channel, standing);
}
