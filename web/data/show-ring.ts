// Shows the notification of a call that rings on this page: by the service worker, which has buttons to answer and decline,
// or without them.

import { t } from '../i18n/texts.ts';
import {
  type RingData,
  type RingNews,
  type RingTexts,
  ringDataOf,
  ringNotification,
  ringTag,
} from '../lib/ring-notification.ts';
import { notificationPermission, showNotification } from './browser-notifications.ts';

export function ringTexts(): RingTexts {
  return {
    isCalling: t('call.isCalling', { name: '{name}' }),
    answer: t('call.answer'),
    decline: t('call.decline'),
  };
}

async function activeWorker(): Promise<ServiceWorkerRegistration | undefined> {
  // Undefined in some private windows and on plain HTTP.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const registration = await workers?.getRegistration().catch(() => undefined);
  return registration?.active ? registration : undefined;
}

/**
 * Shows it with buttons, unless the worker has shown a pushed one. Returns a function that closes it; undefined if it could
 * not be shown. The worker closes it, because it can also do so when the page is closed, and puts the message of a missed call
 * in the place of a pushed one.
 */
async function showByWorker(data: RingData, name: string): Promise<(() => unknown) | undefined> {
  const worker = await activeWorker();
  if (!worker) return undefined;
  const { title, options } = ringNotification(data, name, ringTexts());
  const tell = (news: RingNews) => worker.active?.postMessage(news);
  try {
    const shown = await worker.getNotifications({ tag: options.tag });
    // The page makes the sound. It does not require interaction: a page that crashes does not close it.
    if (!shown.some((one) => ringDataOf(one.data)?.message))
      await worker.showNotification(title, { ...options, silent: true });
  } catch {
    return undefined;
  }
  const over = new AbortController();
  addEventListener('pagehide', () => tell({ pageGone: data.callId }), { signal: over.signal });
  return () => {
    over.abort();
    tell({ ringOver: data.callId });
  };
}

/** Shows who is calling, if that is allowed, until the signal is aborted. */
export async function showRing(
  data: RingData,
  name: string,
  { onClick, signal }: { readonly onClick: () => void; readonly signal: AbortSignal },
): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  const close =
    (await showByWorker(data, name)) ??
    showNotification({
      title: t('call.isCalling', { name }),
      body: t('call.answerHint'),
      tag: ringTag(data.callId),
      onClick,
    });
  if (signal.aborted) close?.();
  else signal.addEventListener('abort', () => close?.());
}
