// Stores which channels and messages are sample content.

import type { SampleChannelKey } from '../../model/sample-content/sample-channels.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

export interface SampleChannel {
  readonly channelId: number;
  readonly key: SampleChannelKey;
  /** Whether its content was removed: it is archived, and can be opened again. */
  readonly isRemoved: boolean;
}

const sampleChannelsOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('sample_channel')
    .select(['channel_id', 'content', 'is_removed'])
    .where('organization_id', '=', p.organization)
    .orderBy('channel_id'),
);

/** The channels that were created with sample content, oldest first. */
export async function readSampleChannels(reader: Reader): Promise<SampleChannel[]> {
  const rows = await sampleChannelsOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map((row) => ({
    channelId: row.channel_id,
    key: row.content,
    isRemoved: row.is_removed === 1,
  }));
}

/** Whether the organization has sample content at the moment. */
export async function hasSampleContent(reader: Reader): Promise<boolean> {
  return (await readSampleChannels(reader)).some(({ isRemoved }) => !isRemoved);
}

/** Records a channel of sample content, or that its content is there again. */
export async function recordSampleChannel(
  writer: Writer,
  channelId: number,
  key: SampleChannelKey,
): Promise<void> {
  await writer.db
    .insertInto('sample_channel')
    .values({
      organization_id: writer.organizationId,
      channel_id: channelId,
      content: key,
      is_removed: 0,
    })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ is_removed: 0 }))
    .execute();
}

/** Records that the content of an archived channel was removed. */
export async function recordRemoval(writer: Writer, channelId: number): Promise<void> {
  await writer.db
    .updateTable('sample_channel')
    .set({ is_removed: 1 })
    .where('channel_id', '=', channelId)
    .execute();
}

/** Makes a channel of sample content an ordinary one. */
export async function forgetSampleChannel(writer: Writer, channelId: number): Promise<void> {
  await writer.db.deleteFrom('sample_channel').where('channel_id', '=', channelId).execute();
}

/** The messages of the sample content that still exist. */
export async function readSampleMessageIds(reader: Reader): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('sample_message')
    .select('message_id')
    .where('organization_id', '=', reader.organizationId)
    .orderBy('message_id')
    .execute();
  return rows.map((row) => row.message_id);
}

/** Records a message of sample content; it is forgotten when the message is deleted. */
export async function recordSampleMessage(writer: Writer, messageId: number): Promise<void> {
  await writer.db
    .insertInto('sample_message')
    .values({ organization_id: writer.organizationId, message_id: messageId })
    .execute();
}

/** Whether a channel has messages other than those of the given accounts. */
export async function hasMessagesOfOthers(
  reader: Reader,
  channelId: number,
  senderIds: readonly number[],
): Promise<boolean> {
  const row = await reader.db
    .selectFrom('message')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('sender_id', 'not in', senderIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
