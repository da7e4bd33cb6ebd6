// Who may see that a channel exists, and who may read it. (As in the reference server: metadata and content access.)

import { Role } from '../accounts/roles.ts';
import type { Channel } from './channel.ts';

/** The facts about an account and a channel that the rules depend on. */
export interface ChannelMembership {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** In `can_subscribe_group` or `can_add_subscribers_group`: may subscribe at any time. */
  readonly isInGrantingGroup: boolean;
  /** In `can_administer_channel_group`. */
  readonly isInAdministeringGroup: boolean;
}

/** Whether the account may see name, description, settings and subscribers. */
export function maySeeChannelMetadata(channel: Channel, membership: ChannelMembership): boolean {
  if (channel.isWebPublic || membership.isSubscribed) return true;
  if (membership.role === Role.guest) return false;
  if (!channel.isPrivate || membership.role <= Role.administrator) return true;
  return membership.isInGrantingGroup || membership.isInAdministeringGroup;
}

/** Whether the account may read messages and topics, subscribe, and add others. */
export function mayReadChannel(channel: Channel, membership: ChannelMembership): boolean {
  if (channel.isWebPublic || membership.isSubscribed) return true;
  if (membership.role === Role.guest) return false;
  return !channel.isPrivate || membership.isInGrantingGroup;
}

/** The access that an operation needs: that the channel exists, or its messages too. */
export type ChannelAccessLevel = 'metadata' | 'content';

/** Whether an account has the needed access to a channel. */
export function hasChannelAccess(
  channel: Channel,
  membership: ChannelMembership,
  needed: ChannelAccessLevel,
): boolean {
  return needed === 'content'
    ? mayReadChannel(channel, membership)
    : maySeeChannelMetadata(channel, membership);
}

/** Whether the account may change the channel's settings: organization and channel administrators may. */
export function mayAdministerChannel(membership: ChannelMembership): boolean {
  if (membership.role <= Role.administrator) return true;
  return membership.role !== Role.guest && membership.isInAdministeringGroup;
}

/** Whether the account may read the whole history, or only messages that it received. */
export function mayReadFullHistory(channel: Channel, membership: ChannelMembership): boolean {
  if (channel.isWebPublic) return true;
  if (!channel.isPrivate && membership.role !== Role.guest) return true;
  return channel.isHistoryPublic && mayReadChannel(channel, membership);
}
