// Whether one person may see one message, as a rule over facts. (Reference behaviour: a public channel is open to
// all but guests; a protected history to those who received the message and are still let in.)

import { Role } from '../accounts/roles.ts';
import type { ChannelStanding } from '../channels/access.ts';
import type { Channel } from '../channels/channel.ts';

/** Reading a message, or changing it: nothing in an archived channel is changed. */
export type AccessPurpose = 'read' | 'modify';

/** Whether a channel's standing lets a person in at all, and whether everything in it is open to them. */
export function channelMessageAccess(
  channel: Channel,
  standing: ChannelStanding,
  purpose: AccessPurpose,
): 'all' | 'received' | 'none' {
  if (purpose === 'modify' && channel.isArchived) return 'none';
  const isGuest = standing.role === Role.guest;
  if (!channel.isPrivate && !isGuest) return 'all';
  if (!standing.isSubscribed && (isGuest || !standing.isInGrantingGroup)) return 'none';
  return channel.isHistoryPublic ? 'all' : 'received';
}
