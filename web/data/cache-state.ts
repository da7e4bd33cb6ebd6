// Caches the state and recent views in the browser, periodically and before the page closes.

import type { MessageLists } from '../store/message-lists.ts';
import { CachedState, WRITE_AFTER_MILLISECONDS } from './cached-state.ts';
import { readTogether, writeRecords } from './database.ts';

/** The state cache of this browser. `onNewQueue` as in `CachedState`. */
export function browserStateCache(onNewQueue: () => void): CachedState {
  return new CachedState(onNewQueue, {
    read: readTogether,
    write: writeRecords,
    isOnline: () => navigator.onLine !== false,
  });
}

/** Caches the views of these lists until the signal is aborted. */
export function cacheViews(cachedState: CachedState, lists: MessageLists, signal: AbortSignal): void {
  cachedState.cacheViews(lists);
  const write = () => cachedState.write();
  const timer = setInterval(write, WRITE_AFTER_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  // The page may close, or sleep and never wake.
  document.addEventListener('visibilitychange', write, { signal });
  addEventListener('pagehide', write, { signal });
}
