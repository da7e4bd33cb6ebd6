// When what was read is written into what the browser keeps: every few seconds, and as soon as the page is left or hidden.

import { readRecord, readRecords, removeRecord, writeRecord } from './database.ts';
import { KeptMessages } from './kept-messages.ts';
import type { Organization } from './organization.ts';

const EVERY_MILLISECONDS = 5000;

/** What this browser keeps of the messages of its person. */
export function keptMessagesOf(ownId: number): KeptMessages {
  const records = { read: readRecord, readAll: readRecords, write: writeRecord, remove: removeRecord };
  return new KeptMessages(ownId, records);
}

/** Keeps what was looked at last, as long as the signal is not aborted. */
export function keepMessages(kept: KeptMessages, organization: Organization, signal: AbortSignal): void {
  const write = () => void kept.write(organization.messages);
  const timer = setInterval(write, EVERY_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  document.addEventListener('visibilitychange', write, { signal });
  addEventListener('pagehide', write, { signal });
  kept.listen(organization);
}
