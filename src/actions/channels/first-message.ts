// The oldest message of a channel, stored with the channel and emitted when it changes.

import { channelChanged } from '../../model/channels/channel-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelAudience } from '../../stores/channels/channel-audience.ts';
import { channelById, updateChannel } from '../../stores/channels/channel-store.ts';
import { firstMessageOf } from '../../stores/messages/change-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

/**
 * Determines a channel's oldest message again after messages were moved or deleted, and emits it if it
 * differs.
 */
export async function recountFirstMessage(writer: Writer, channelId: number): Promise<void> {
  const channel = await channelById(writer, channelId);
  if (!channel) return;
  const first = await firstMessageOf(writer, channel.id);
  if (first === channel.firstMessageId) return;
  await updateChannel(writer, channel.id, { first_message_id: first });
  const audience = await channelAudience(writer, await readOrganization(writer), channel, writer.now);
  writer.emit(channelChanged(audience, channel, { property: 'first_message_id', value: first }));
}
