// Updates a channel for a new message: the first one becomes the channel's oldest, and one after a long
// silence makes the channel active again. Most messages change nothing here.

import type { Channel } from '../../model/channels/channel.ts';
import { channelChanged } from '../../model/channels/channel-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelAudience } from '../../stores/channels/channel-audience.ts';
import { updateChannel } from '../../stores/channels/channel-store.ts';

/**
 * Records a message that was just sent or moved here, and emits the changes to everyone who can see the
 * channel.
 */
export async function updateChannelForMessage(
  writer: Writer,
  organization: Organization,
  channel: Channel,
  messageId: number,
): Promise<void> {
  const isFirst = channel.firstMessageId === null;
  if (!isFirst && channel.isRecentlyActive) return;
  await updateChannel(writer, channel.id, {
    is_recently_active: 1,
    ...(isFirst && { first_message_id: messageId }),
  });
  const audience = await channelAudience(writer, organization, channel, writer.now);
  if (isFirst)
    writer.emit(channelChanged(audience, channel, { property: 'first_message_id', value: messageId }));
  if (!channel.isRecentlyActive)
    writer.emit(channelChanged(audience, channel, { property: 'is_recently_active', value: true }));
}
