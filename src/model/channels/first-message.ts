// The oldest message of a channel, kept with the channel and told to clients when it changes.

import type { Writer } from '../../storage/session.ts';
import { firstMessageOf } from '../messages/change-store.ts';
import { readOrganization } from '../organizations/store.ts';
import { channelAudience } from './audience.ts';
import { channelChanged } from './events.ts';
import { channelById, updateChannel } from './store.ts';

/** Finds a channel's oldest message again after some were moved or deleted, and announces another one. */
export async function recountFirstMessage(writer: Writer, channelId: number): Promise<void> {
  const channel = await channelById(writer, channelId);
  if (!channel) return;
  const first = await firstMessageOf(writer, channel.id);
  if (first === channel.firstMessageId) return;
  await updateChannel(writer, channel.id, { first_message_id: first });
  const audience = await channelAudience(writer, await readOrganization(writer), channel, writer.now);
  writer.emit(channelChanged(audience, channel, 'first_message_id', first));
}
