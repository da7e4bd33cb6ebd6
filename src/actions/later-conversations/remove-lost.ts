// Removes later conversations whose topics their accounts can no longer read. Called after a change of a channel, its
// subscribers or a role has been stored.

import { mayReadChannel } from '../../model/channels/channel-access.ts';
import type { LaterConversationRow } from '../../model/later-conversations/later-conversation.ts';
import { laterConversationRemoved } from '../../model/later-conversations/later-conversation-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import {
  deleteLaterRows,
  laterRowsWithoutSubscription,
} from '../../stores/later-conversations/later-conversation-store.ts';

/** Removes the unreadable later conversations of one channel, or of one account. */
export async function removeLostConversations(
  writer: Writer,
  of: { readonly channelId: number } | { readonly accountId: number },
): Promise<void> {
  const candidates = await laterRowsWithoutSubscription(writer, of);
  if (candidates.length === 0) return;
  const unreadableRows: LaterConversationRow[] = [];
  const accounts = await readAccounts(
    writer,
    candidates.map((row) => row.account_id),
  );
  for (const account of accounts) {
    const lookup = tableLookup({ writer, account });
    for (const row of candidates) {
      if (row.account_id !== account.id || row.channel_id === null) continue;
      const found = await lookup.channel(row.channel_id);
      if (!found || !mayReadChannel(found.channel, found.membership)) unreadableRows.push(row);
    }
  }
  await deleteLaterRows(
    writer,
    unreadableRows.map(({ id }) => id),
  );
  for (const rows of Map.groupBy(unreadableRows, (row) => `${row.channel_id} ${row.topic_key}`).values()) {
    const [first] = rows;
    if (!first) continue;
    writer.emit(
      laterConversationRemoved(
        rows.map((row) => row.account_id),
        first,
      ),
    );
  }
}
