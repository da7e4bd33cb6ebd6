// What a browser's maker adds to a browser, played: the push service that a page subscribes at, and what hands its worker
// a push.

import type { Page } from 'playwright-core';

// biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
type Any = any;

interface Given {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Runs in the page: subscriptions of the stand-in, which outlive the page as a browser's do. */
export function playPushService({ endpoint, p256dh, auth }: Given): void {
  const page = globalThis as Any;
  const { PushManager, atob } = page;
  if (!PushManager) return;
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign: string) =>
      sign.charCodeAt(0),
    ).buffer;
  const subscription = (key: string) => ({
    endpoint,
    options: { applicationServerKey: bytes(key), userVisibleOnly: true },
    getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
    unsubscribe: async () => {
      page.localStorage.removeItem('stand-in');
      return true;
    },
  });
  PushManager.prototype.getSubscription = async () => {
    const key = page.localStorage.getItem('stand-in');
    return key && subscription(key);
  };
  PushManager.prototype.subscribe = async ({
    applicationServerKey: key,
  }: {
    applicationServerKey: string;
  }) => {
    if (page.localStorage.getItem('no service')) throw new Error('no service');
    page.localStorage.setItem('stand-in', key);
    return subscription(key);
  };
}

/** Hands the worker of a page's origin what its push service brought. */
export async function delivering(page: Page, origin: string): Promise<(data: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** What the browser shows of the client. */
export function shown(page: Page): Promise<ShownNotification[]> {
  return page.evaluate(`navigator.serviceWorker.ready.then(async (registration) =>
    (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })))`);
}
