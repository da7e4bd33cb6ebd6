// Shows push messages while no page has the focus, and opens the conversation of a clicked notification.

import { isConversationWindow } from '../lib/conversation-window.ts';
import { type PushTexts, pushedNotification, storedTexts } from '../lib/push-notification.ts';

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
  const notice = pushedNotification(data?.json() ?? {}, await texts(), self.location.origin);
  if (!notice) return;
  // A focused page notifies by itself.
  if (notice.tag !== 'trial' && (await pages()).some((page) => page.focused)) return;
  const { title, body, tag, address, icon } = notice;
  await self.registration.showNotification(title, { body, tag, data: address, ...(icon && { icon }) });
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

/** Handles push messages and clicked notifications. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}
