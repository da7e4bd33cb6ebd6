// Caches the page's start files, so that it also opens offline: the service worker serves them then.
// Refreshed each time the page opens; logging out deletes them.

import { currentLanguage } from '../i18n/texts.ts';

const NAME = 'pages';
const addresses = ['/', '/api/client-table.json'];
/** Delayed, because the page loads more urgent things first. */
const AFTER_MILLISECONDS = 1500;

async function cachePages(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const address of addresses) {
    const answer = await fetch(address);
    if (answer.ok && !answer.redirected) await cache.put(address, answer);
  }
  // The service worker has the other files, but not in every language.
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ language: currentLanguage() });
}

/** Caches the start files, after a delay. */
export function keepOfflineCopy(signal: AbortSignal): void {
  // Some private windows store nothing, nor do pages on plain HTTP.
  if (globalThis.caches === undefined || !navigator.serviceWorker) return;
  // Offline, the earlier copy is just as good.
  const timer = setTimeout(() => void cachePages().catch(() => undefined), AFTER_MILLISECONDS);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
