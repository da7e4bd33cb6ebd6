// Caches the client's files in the browser. Their names contain a hash and their content never changes, so
// cached files are never requested again. Everything else goes to the server; if it cannot be reached, the
// page opens from its own cache. Also shows push messages.

import { handlePushes } from './pushes.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this worker's build; inserted by the build. */
declare const WEB_FILES: readonly string[];

const CACHE_NAME = 'files';

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(WEB_FILES.filter((path) => !cached.has(path)));
}

/** Files of the previous build stay until then, since an open tab may still need one. */
async function removeOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const current = new Set(WEB_FILES);
  const old = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

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

function isStartRequest({ method, mode }: Request, { pathname, search }: URL): boolean {
  if (method !== 'GET') return false;
  // With a query it is the page for anonymous viewers.
  return (mode === 'navigate' && pathname === '/' && search === '') || pathname === '/api/client-table.json';
}

handlePushes();
self.addEventListener('install', (event) => event.waitUntil(cacheFiles().then(renewPage)));
self.addEventListener('activate', (event) => event.waitUntil(removeOldFiles()));
self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== self.location.origin) return;
  if (address.pathname.startsWith('/web/')) event.respondWith(cacheFirst(event.request));
  else if (isStartRequest(event.request, address)) event.respondWith(networkFirst(event.request));
});
