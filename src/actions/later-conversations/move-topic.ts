// Moves the rows of accounts that have a topic for later along with the whole topic. Accounts that have the new topic for
// later too, or cannot see its channel, lose the row. One event for all others, since their times stay the same.

import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import type { LaterConversationRow } from '../../model/later-conversations/later-conversation.ts';
import {
  laterConversationMoved,
  laterConversationRemoved,
} from '../../model/later-conversations/later-conversation-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { accountsThatSee } from '../../stores/channel-access/accounts-that-see.ts';
import {
  deleteLaterRows,
  laterRowsOfTopic,
  setTopicOfRows,
  topicColumns,
} from '../../stores/later-conversations/later-conversation-store.ts';

/** Moves the rows of a topic that was moved as a whole. The spelling alone may differ. */
export async function moveLaterConversations(
  writer: Writer,
  from: ChannelTopic,
  to: ChannelTopic & { readonly channel: Channel },
): Promise<void> {
  const source = await laterRowsOfTopic(writer, from);
  if (source.length === 0) return;
  const sourceIds = new Set(source.map(({ id }) => id));
  const target = (await laterRowsOfTopic(writer, to)).filter(({ id }) => !sourceIds.has(id));
  const ownersAtTarget = new Set(target.map((row) => row.account_id));
  const seeing = await ownersThatSee(writer, source, from, to);
  const moves = (row: LaterConversationRow) =>
    seeing.has(row.account_id) && !ownersAtTarget.has(row.account_id);
  const [moved, removed] = [source.filter(moves), source.filter((row) => !moves(row))];
  const accountsOf = (rows: typeof source) => rows.map((row) => row.account_id);
  const idsOf = (rows: typeof source) => rows.map(({ id }) => id);
  if (removed.length > 0) {
    await deleteLaterRows(writer, idsOf(removed));
    // It names the old topic: those who may not see the new one learn nothing about it.
    writer.emit(laterConversationRemoved(accountsOf(removed), topicColumns(from)));
  }
  if (moved.length === 0) return;
  await setTopicOfRows(writer, idsOf(moved), to);
  writer.emit(laterConversationMoved(accountsOf(moved), from, to));
}

/** The owners of the rows who may see the channel that the topic moves to. */
async function ownersThatSee(
  writer: Writer,
  rows: readonly LaterConversationRow[],
  from: ChannelTopic,
  to: ChannelTopic & { readonly channel: Channel },
): Promise<ReadonlySet<number>> {
  const ids = rows.map((row) => row.account_id);
  if (from.channelId === to.channelId) return new Set(ids);
  const accounts = await readAccounts(writer, ids);
  return accountsThatSee(writer, to.channel, new Map(accounts.map((account) => [account.id, account])));
}
