// Simulates what a browser vendor provides: the push service, delivery of a push to the service worker, and a click
// on a notification.

import assert from 'node:assert/strict';
import { type CDPSession, expect, type Page } from '@playwright/test';

// biome-ignore lint/suspicious/noExplicitAny: the browser's types are not loaded in tests
type Any = any;

interface SubscriptionData {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Runs in the page. Simulates subscriptions, which outlive the page like real ones. */
export function playPushService({ endpoint, p256dh, auth }: SubscriptionData): void {
  const page = globalThis as Any;
  const { PushManager, atob } = page;
  if (!PushManager) return;
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character: string) =>
      character.charCodeAt(0),
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

/** The number of pushes that the worker has handled. */
async function countPushes(devtools: CDPSession): Promise<() => number> {
  let count = 0;
  devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: event }) => {
    if (event.eventName === 'Push event completed') count += 1;
  });
  const service = 'pushMessaging';
  await devtools.send('BackgroundService.startObserving', { service });
  await devtools.send('BackgroundService.setRecording', { service, shouldRecord: true });
  return () => count;
}

/**
 * Delivers a push to the worker of a page's origin, and waits until the worker has handled it. Tests must not query the
 * notifications before that: Chromium would discard the one that is about to be displayed.
 */
export async function delivering(page: Page, origin: string): Promise<(pushed: Any) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  const pushesDone = await countPushes(devtools);
  return async (pushed) => {
    const before = pushesDone();
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(pushed),
    });
    await expect.poll(pushesDone).toBeGreaterThan(before);
  };
}

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** The notifications that the browser displays. */
export function shown(page: Page): Promise<ShownNotification[]> {
  return page.evaluate(`navigator.serviceWorker.ready.then(async (registration) =>
    (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })))`);
}

/** Runs an expression in the worker of a page; returns its result. */
export async function inWorker(page: Page, script: string): Promise<unknown> {
  const workers = () => page.context().serviceWorkers();
  await expect.poll(() => workers().length).toBeGreaterThan(0);
  const [worker] = workers();
  assert.ok(worker);
  return worker.evaluate(script);
}

/** Clicks the displayed notification that has this tag, or a button of it. */
export async function choose(page: Page, tag: string, action = ''): Promise<void> {
  await inWorker(
    page,
    `self.registration.getNotifications().then((all) => {
      const notification = all.find(({ tag }) => tag === ${JSON.stringify(tag)});
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: '${action}' }));
    })`,
  );
}
