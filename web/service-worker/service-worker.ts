// Caches the client's files in the browser. Their names contain a hash and their content never changes, so
// cached files are never requested again. Everything else goes to the server; if it cannot be reached, the
// page opens from its own cache. Also shows push messages, and receives what other apps share.

import { SHARE_PATH, SHARED_CACHE } from '../lib/shared-content.ts';
import { cacheFiles, cacheLanguage, removeOldFiles } from './cached-files.ts';
import { handlePushes } from './pushes.ts';
import { receiveShare } from './receive-share.ts';

declare const self: ServiceWorkerGlobalScope;

async function cacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The cache of the page's start files, filled by the page (`data/offline-copy.ts`); used offline. */
const PAGES_NAME = 'pages';

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const { pathname } = new URL(request.url);
    const cached = await (await caches.open(PAGES_NAME)).match(pathname, { ignoreVary: true });
    if (!cached) throw error;
    return cached;
  }
}

/** A cached page refers to the files of its build, so it is replaced when the files are. */
async function renewPage(): Promise<void> {
  const cache = await caches.open(PAGES_NAME);
  if (!(await cache.match('/', { ignoreVary: true }))) return;
  const answer = await fetch('/');
  if (answer.ok && !answer.redirected) await cache.put('/', answer);
}

function isStartRequest({ method, mode }: Request, { pathname, searchParams }: URL): boolean {
  if (method !== 'GET') return false;
  // Otherwise it is the page for anonymous viewers.
  const isForAccount = !searchParams.has('visit');
  return (mode === 'navigate' && pathname === '/' && isForAccount) || pathname === '/api/client-table.json';
}

handlePushes();
self.addEventListener('install', (event) => event.waitUntil(cacheFiles().then(renewPage)));
self.addEventListener('activate', (event) => event.waitUntil(removeOldFiles()));
// From `data/offline-copy.ts`.
self.addEventListener('message', (event) => {
  if ('language' in event.data) event.waitUntil(cacheLanguage(String(event.data.language)));
});
self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== self.location.origin) return;
  if (address.pathname === SHARE_PATH && event.request.method === 'POST')
    event.respondWith(receiveShare(event.request, () => caches.open(SHARED_CACHE)));
  else if (address.pathname.startsWith('/web/')) event.respondWith(cacheFirst(event.request));
  else if (isStartRequest(event.request, address)) event.respondWith(networkFirst(event.request));
});
