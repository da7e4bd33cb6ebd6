// The rows of sidebars that name a topic, of all accounts.

import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { textKey } from '../../model/text-key.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { deleteRows } from './sidebar-store.ts';

const atTopic = preparedRead<{ channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('sidebar_row')
    .innerJoin('account', 'account.id', 'sidebar_row.account_id')
    .select(['sidebar_row.id', 'sidebar_row.account_id', 'account.role'])
    .where('sidebar_row.channel_id', '=', p.channel)
    .where('sidebar_row.topic_key', '=', p.key),
);

/** A row of a topic, with the account that placed it and its role. */
interface TopicRow {
  readonly id: number;
  readonly account_id: number;
  readonly role: number;
}

/** The rows of all accounts for a topic. */
export async function rowsOfTopic(
  reader: Reader,
  { channelId, topic }: ChannelTopic,
): Promise<readonly TopicRow[]> {
  return atTopic.all(reader, { channel: channelId, key: textKey(topic) });
}

/** Lets some rows of a topic name another topic, and deletes others. */
export async function moveTopicRows(
  writer: Writer,
  { channelId, topic }: ChannelTopic,
  movedIds: readonly number[],
  deletedIds: readonly number[],
): Promise<void> {
  await deleteRows(writer, deletedIds);
  if (movedIds.length === 0) return;
  await writer.db
    .updateTable('sidebar_row')
    .set({ channel_id: channelId, topic_key: textKey(topic), topic_name: topic })
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(movedIds)))
    .execute();
}
