// A call that was answered in a notification: the service worker stores it, and the page that it opens joins. So no address
// that anyone can write opens a microphone.

import type { ContentStore } from './shared-content.ts';
import { isRecord } from './stored-values.ts';

/** The name of the browser cache in which it is stored. */
export const ANSWERED_CACHE = 'answered-call';
const KEY = '/answered-call';
/** Longer than a page takes to open. */
const MAX_AGE_MILLISECONDS = 60_000;

/** Stores that a call was answered. @param now by this computer's clock, in milliseconds */
export async function storeAnswer(store: ContentStore, callId: number, now: number): Promise<void> {
  await store.put(KEY, Response.json({ callId, at: now }));
}

/** Whether a call was answered in a notification just now; true once. */
export async function takeAnswer(store: ContentStore, callId: number, now: number): Promise<boolean> {
  const stored: unknown = await (await store.match(KEY))?.json().catch(() => undefined);
  if (!isRecord(stored) || stored.callId !== callId) return false;
  await store.delete(KEY);
  return typeof stored.at === 'number' && Math.abs(now - stored.at) <= MAX_AGE_MILLISECONDS;
}
