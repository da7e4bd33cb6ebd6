// Writes recently read messages to the browser's cache: every few seconds, and when the page is left or
// hidden.

import { CachedMessages } from './cached-messages.ts';
import { readRecord, readRecords, removeRecord, writeRecord } from './database.ts';
import type { Organization } from './organization.ts';

const EVERY_MILLISECONDS = 5000;

/** The cached messages of an account in this browser. */
export function cachedMessagesOf(ownId: number): CachedMessages {
  const records = { read: readRecord, readAll: readRecords, write: writeRecord, remove: removeRecord };
  return new CachedMessages(ownId, records);
}

/** Caches the recently viewed messages until the signal is aborted. */
export function cacheMessages(
  cachedMessages: CachedMessages,
  organization: Organization,
  signal: AbortSignal,
): void {
  const write = () => void cachedMessages.write(organization.messages);
  const timer = setInterval(write, EVERY_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  document.addEventListener('visibilitychange', write, { signal });
  addEventListener('pagehide', write, { signal });
  cachedMessages.listen(organization);
}
