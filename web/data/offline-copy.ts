// Keeps what the page begins with, so that it also opens where nothing answers: the service worker gives it then. Kept
// anew each time the page opens; logging out has the browser drop it.

const NAME = 'pages';
const addresses = ['/', '/api/client-table.json'];
/** The page has better things to do first. */
const AFTER_MILLISECONDS = 1500;

async function keepPages(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const address of addresses) {
    const answer = await fetch(address);
    if (answer.ok && !answer.redirected) await cache.put(address, answer);
  }
}

/** Keeps them a little later. */
export function keepOfflineCopy(signal: AbortSignal): void {
  // Some private windows keep nothing, as a page on plain HTTP.
  if (globalThis.caches === undefined || !navigator.serviceWorker) return;
  // Without a network what was kept before is as good.
  const timer = setTimeout(() => void keepPages().catch(() => undefined), AFTER_MILLISECONDS);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
