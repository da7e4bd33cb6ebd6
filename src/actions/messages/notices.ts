// Sends direct messages in which the service itself tells people something.

import type { ComposedNotice } from '../../model/messages/content.ts';
import type { Writer } from '../../storage/session.ts';
import { activeAmong } from '../../stores/accounts/account-store.ts';
import { sendDirectly } from './send.ts';

/** Sends a notice to each of some people, one direct message each; who is no longer active is passed over. */
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
