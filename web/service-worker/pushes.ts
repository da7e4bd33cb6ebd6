// Shows push messages while no page has the focus, and opens the conversation of a clicked notification. Calls are answered and
// declined in their notifications.

import { ANSWERED_CACHE, storeAnswer } from '../lib/answered-call.ts';
import { isConversationWindow } from '../lib/conversation-window.ts';
import {
  type PushedNotification,
  type PushedRing,
  type PushTexts,
  pushedNotification,
  storedTexts,
} from '../lib/push-notification.ts';
import { type RingNews, ringDataOf, ringNotification, ringTag } from '../lib/ring-notification.ts';
import { afterRing, chooseInRing, type RingTools } from './rings.ts';

declare const self: ServiceWorkerGlobalScope;

/** The cache in which a page stores the texts (`data/push-subscription.ts`). */
const TEXTS_CACHE = 'push-words';

async function texts(): Promise<PushTexts> {
  const cachedTexts = await (await caches.open(TEXTS_CACHE)).match(`/${TEXTS_CACHE}`);
  // A broken record counts as missing.
  return storedTexts(cachedTexts && (await cachedTexts.json().catch(() => null)));
}

/** The client's own pages. Tabs with a file or the login page show no messages and ignore addresses. */
async function pages(): Promise<readonly WindowClient[]> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => new URL(url).pathname === '/');
}

async function show(data: PushMessageData | null): Promise<void> {
  const stored = await texts();
  const notice = pushedNotification(data?.json() ?? {}, stored, self.location.origin, Date.now() / 1000);
  if (!notice) return;
  // A focused page notifies by itself.
  if (notice.tag !== 'trial' && (await pages()).some((page) => page.focused)) return;
  const { ring } = notice;
  if (ring) await showRing(notice, ring);
  else await showMessage(notice);
}

async function showMessage({ title, body, tag, address, icon }: PushedNotification): Promise<void> {
  await self.registration.showNotification(title, { body, tag, data: address, ...(icon && { icon }) });
}

/** Shows who is calling. */
async function showRing(notice: PushedNotification, ring: PushedRing): Promise<void> {
  const { address, icon, title: sender, body, tag } = notice;
  const { callId, messageId } = ring;
  const data = { callId, address, message: { id: messageId, title: sender, body, tag, icon } };
  const { title, options } = ringNotification(data, ring.callerName, ring.texts);
  await self.registration.showNotification(title, { ...options, ...(icon && { icon }) });
  // The push does not wait for it: browsers show a notification of their own for a push after which none is left. If the
  // worker is stopped before, the notification stays, and who answers then reads that the call has ended.
  setTimeout(() => void endRing(callId), ring.until * 1000 - Date.now());
}

const shownRings = (callId: number) => self.registration.getNotifications({ tag: ringTag(callId) });

/**
 * Closes the notification of a call that no longer rings. One that was pushed is replaced by its message, unless that was
 * read.
 */
async function endRing(callId: number): Promise<void> {
  const shown = await shownRings(callId);
  for (const notification of shown) notification.close();
  const ring = shown.map(({ data }) => ringDataOf(data)).find((one) => one?.message);
  if (!ring?.message) return;
  const { id, ...message } = ring.message;
  const [{ isRead, text }, { newDirect }] = [await afterRing(ringTools, id), await texts()];
  const body = newDirect === undefined && text !== undefined ? text : message.body;
  if (!isRead) await showMessage({ ...message, body, address: ring.address });
}

/** Closes the notification of a page that is gone; another page shows its own. */
async function closePagesRing(callId: number): Promise<void> {
  for (const notification of await shownRings(callId))
    if (!ringDataOf(notification.data)?.message) notification.close();
}

async function open(address: unknown): Promise<void> {
  const fragment = typeof address === 'string' && address.startsWith('#') ? address : '';
  // Windows of conversations show nothing else.
  const all = (await pages()).filter(({ url }) => !isConversationWindow(new URL(url).search));
  const page = all.find((windowClient) => windowClient.visibilityState === 'visible') ?? all[0];
  if (!page) return void (await self.clients.openWindow(`/${fragment}`));
  // Also if the browser does not allow focusing the page.
  page.postMessage({ go: fragment });
  await page.focus().catch(() => undefined);
}

const ringTools: RingTools = {
  fetch: (...request) => fetch(...request),
  storeAnswer: async (callId) => storeAnswer(await caches.open(ANSWERED_CACHE), callId, Date.now()),
  open,
};

/** Handles push messages, clicked notifications, and what pages say about calls that ring. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    const { action, notification } = event;
    notification.close();
    const ring = ringDataOf(notification.data);
    event.waitUntil(ring ? chooseInRing(ringTools, ring, action) : open(notification.data));
  });
  // From `data/show-ring.ts`.
  self.addEventListener('message', (event) => {
    const { ringOver, pageGone }: RingNews = event.data;
    if (ringOver !== undefined) event.waitUntil(endRing(ringOver));
    if (pageGone !== undefined) event.waitUntil(closePagesRing(pageGone));
  });
}
