// Moves what accounts have for later along with a whole topic. Where an account has both topics for later, the one at
// the target stays. One event for all accounts, since their times stay the same.

import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import {
  laterConversationMoved,
  laterConversationRemoved,
} from '../../model/later-conversations/later-conversation-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  deleteLaterRows,
  laterRowsOfTopic,
  setTopicOfRows,
  topicColumns,
} from '../../stores/later-conversations/later-conversation-store.ts';
import { removeLostConversations } from './remove-lost.ts';

/** Moves the rows of a topic that was moved as a whole. The spelling alone may differ. */
export async function moveLaterConversations(
  writer: Writer,
  from: ChannelTopic,
  to: ChannelTopic,
): Promise<void> {
  const source = await laterRowsOfTopic(writer, from);
  if (source.length === 0) return;
  const sourceIds = new Set(source.map(({ id }) => id));
  const target = (await laterRowsOfTopic(writer, to)).filter(({ id }) => !sourceIds.has(id));
  const ownersAtTarget = new Set(target.map((row) => row.account_id));
  const merged = source.filter((row) => ownersAtTarget.has(row.account_id));
  const moved = source.filter((row) => !ownersAtTarget.has(row.account_id));
  const accountsOf = (rows: typeof source) => rows.map((row) => row.account_id);
  if (merged.length > 0) {
    await deleteLaterRows(
      writer,
      merged.map(({ id }) => id),
    );
    writer.emit(laterConversationRemoved(accountsOf(merged), topicColumns(from)));
  }
  if (moved.length === 0) return;
  await setTopicOfRows(
    writer,
    moved.map(({ id }) => id),
    to,
  );
  writer.emit(laterConversationMoved(accountsOf(moved), from, to));
  if (to.channelId !== from.channelId) await removeLostConversations(writer, { channelId: to.channelId });
}
