// The messages before and after others in their conversations: from the server in one request, or from the conversations
// cached in this browser if the server cannot be reached.

import type { MessageContext, MessageContexts } from '../store/message-context.ts';
import { isOverflowing } from '../store/message-store.ts';
import { narrowKey } from '../store/narrow.ts';
import { conversationOf, narrowOf } from '../store/narrow-targets.ts';
import { isCachedNarrow } from './cached-messages.ts';
import { readRecord } from './database.ts';
import type { Organization } from './organization.ts';

/** The largest number that the server accepts in one request. */
export const MAX_CONTEXTS = 200;

/** Puts the neighbors of messages into memory. Throws if the server cannot be reached. */
export async function fetchContexts(
  { client, messages: { store } }: Organization,
  ids: readonly number[],
): Promise<MessageContexts> {
  const interimEvents = store.beginFetch();
  try {
    const { contexts, messages } = await client.call('get-message-context', { message_ids: ids });
    if (!isOverflowing(interimEvents)) store.addPage(messages, interimEvents);
    const found = new Map(contexts.map(({ message_id: id, before, after }) => [id, { before, after }]));
    // Messages that are no longer there have no neighbors either.
    return new Map(ids.map((id) => [id, found.get(id) ?? { before: null, after: null }]));
  } finally {
    store.endFetch(interimEvents);
  }
}

/** The same from the conversations that this browser has cached. */
export async function cachedContexts(
  { messages: { store }, ownId }: Organization,
  ids: readonly number[],
): Promise<MessageContexts> {
  const contexts = new Map<number, MessageContext>();
  for (const id of ids) {
    const message = store.get(id);
    const name = message && narrowKey(narrowOf(conversationOf(message, ownId)));
    const record = await readRecord(`messages/${ownId}/${name}`);
    const { messages, foundOldest } = isCachedNarrow(record) ? record : { messages: [], foundOldest: false };
    const at = messages.findIndex((one) => one.id === id);
    if (at < 0) contexts.set(id, { before: undefined, after: undefined });
    else {
      const [before, after] = [messages[at - 1], messages[at + 1]];
      store.addCached(
        [before, after].flatMap((one) => one ?? []),
        [],
      );
      contexts.set(id, { before: before?.id ?? (foundOldest ? null : undefined), after: after?.id });
    }
  }
  return contexts;
}
