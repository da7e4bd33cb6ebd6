// Fetches single messages that no open view contains, all of them in one request.

import { isOverflowing } from '../store/message-store.ts';
import type { Organization } from './organization.ts';

/**
 * Puts messages into memory. Returns the ids of those that the server sent: a message may be deleted or hidden, and the
 * last ones of many are missing if they are too large for one response.
 */
export async function fetchMessages(
  { client, messages: { store } }: Organization,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const interimEvents = store.beginFetch();
  try {
    const { messages } = await client.call('get-messages', {
      message_ids: ids,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    if (!isOverflowing(interimEvents)) store.addPage(messages, interimEvents);
    return new Set(messages.map(({ id }) => id));
  } finally {
    store.endFetch(interimEvents);
  }
}
