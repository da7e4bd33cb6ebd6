// Sends notices as direct messages from a system bot.

import type { ComposedNotice } from '../../model/messages/message-content.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAmong } from '../../stores/accounts/account-store.ts';
import { sendDirectly } from './send.ts';

/** Sends a notice to each of the given accounts as a direct message; inactive accounts are skipped. */
export async function sendNotices(
  writer: Writer,
  { senderId, content }: ComposedNotice,
  accountIds: readonly number[],
): Promise<void> {
  const active = await activeAmong(writer, accountIds);
  for (const id of accountIds) {
    if (!active.has(id)) continue;
    await sendDirectly(writer, [id], { senderId, client: 'Internal', content, isReadBySender: true });
  }
}
