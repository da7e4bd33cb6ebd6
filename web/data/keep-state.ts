// Keeps the state in the browser, and the views that were looked at last: while the page is open, and before it goes.

import type { MessageLists } from '../store/message-lists.ts';
import { readRecord, writeRecords } from './database.ts';
import { KeptState, WRITE_AFTER_MILLISECONDS } from './kept-state.ts';

/** What this browser keeps. `onNewQueue` as `KeptState` has it. */
export function keptStateHere(onNewQueue: () => void): KeptState {
  return new KeptState(onNewQueue, {
    read: readRecord,
    write: writeRecords,
    isOnline: () => navigator.onLine !== false,
  });
}

/** The views of these lists are kept from now on, until the signal is aborted. */
export function keepViews(kept: KeptState, lists: MessageLists, signal: AbortSignal): void {
  kept.keepViews(lists);
  const write = () => kept.write();
  const timer = setInterval(write, WRITE_AFTER_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  // Before the page goes, or sleeps and may not wake.
  document.addEventListener('visibilitychange', write, { signal });
  addEventListener('pagehide', write, { signal });
}
