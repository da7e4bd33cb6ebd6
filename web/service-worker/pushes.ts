// Shows what the server pushes while no page is looked at, and opens its conversation when it is chosen.

import { type PushWords, pushedNotice } from '../lib/pushed.ts';

declare const self: ServiceWorkerGlobalScope;

/** Where a page leaves its words (`data/told-browser.ts`). */
const WORDS_NAME = 'push-words';
const noWords: PushWords = { generalChat: '', trial: '', newDirect: undefined };

async function words(): Promise<PushWords> {
  const kept = await (await caches.open(WORDS_NAME)).match(`/${WORDS_NAME}`);
  return kept ? ((await kept.json()) as PushWords) : noWords;
}

/** The client's own pages: a tab with a file or the log-in page shows no messages, and goes nowhere. */
async function pages(): Promise<readonly WindowClient[]> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => new URL(url).pathname === '/');
}

async function show(data: PushMessageData | null): Promise<void> {
  const notice = pushedNotice(data?.json() ?? {}, await words(), self.location.origin);
  if (!notice) return;
  // Whoever looks at a page is told there.
  if (notice.tag !== 'trial' && (await pages()).some((page) => page.focused)) return;
  const { title, body, tag, address, icon } = notice;
  await self.registration.showNotification(title, { body, tag, data: address, ...(icon && { icon }) });
}

async function open(address: unknown): Promise<void> {
  const place = typeof address === 'string' && address.startsWith('#') ? address : '';
  const all = await pages();
  const page = all.find((one) => one.visibilityState === 'visible') ?? all[0];
  if (!page) return void (await self.clients.openWindow(`/${place}`));
  // Also where the browser lets nobody bring the page to the front.
  page.postMessage({ go: place });
  await page.focus().catch(() => undefined);
}

/** Listens for pushes and for what is chosen. */
export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}
