// Caches the state and recent views in the browser, periodically and before the page closes.

import type { MessageLists } from '../store/message-lists.ts';
import { readRecord, writeRecords } from './database.ts';
import { KeptState, WRITE_AFTER_MILLISECONDS } from './kept-state.ts';

/** The state cache of this browser. `onNewQueue` as in `KeptState`. */
export function keptStateHere(onNewQueue: () => void): KeptState {
  return new KeptState(onNewQueue, {
    read: readRecord,
    write: writeRecords,
    isOnline: () => navigator.onLine !== false,
  });
}

/** Caches the views of these lists until the signal is aborted. */
export function keepViews(cachedState: KeptState, lists: MessageLists, signal: AbortSignal): void {
  cachedState.keepViews(lists);
  const write = () => cachedState.write();
  const timer = setInterval(write, WRITE_AFTER_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  // The page may close, or sleep and never wake.
  document.addEventListener('visibilitychange', write, { signal });
  addEventListener('pagehide', write, { signal });
}
