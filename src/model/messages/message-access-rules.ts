// Which messages of a channel an account may access. (As in the reference server: public channels are open to everyone
// but guests; a protected history is open to accounts that received the message and still have access to the
// channel.)

import { Role } from '../accounts/roles.ts';
import type { Channel } from '../channels/channel.ts';
import type { ChannelMembership } from '../channels/channel-access.ts';

/** Whether the account wants to read or to change a message. Messages of archived channels cannot be changed. */
export type AccessPurpose = 'read' | 'modify';

/** Whether an account may access all messages of a channel, only those that it received, or none. */
export function channelMessageAccess(
  channel: Channel,
  membership: ChannelMembership,
  purpose: AccessPurpose,
): 'all' | 'received' | 'none' {
  if (purpose === 'modify' && channel.isArchived) return 'none';
  const isGuest = membership.role === Role.guest;
  if (!channel.isPrivate && !isGuest) return 'all';
  if (!membership.isSubscribed && (isGuest || !membership.isInGrantingGroup)) return 'none';
  return channel.isHistoryPublic ? 'all' : 'received';
}
