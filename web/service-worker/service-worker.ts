// Keeps the client's own files in the browser: a name with a hash never changes, so that what is kept is never asked
// for again. Everything else goes to the server; where nothing answers, the page opens with what it kept itself. It also shows
// what the server pushes.

import { showPushes } from './pushes.ts';

declare const self: ServiceWorkerGlobalScope;
/** The addresses of the build that this belongs to; put in when it is built. */
declare const WEB_FILES: readonly string[];

const CACHE_NAME = 'files';

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(WEB_FILES.filter((path) => !kept.has(path)));
}

/** Those of the build before stay until then: a tab that is open may still need one. */
async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const current = new Set(WEB_FILES);
  const old = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function keptOrFetched(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** What the page begins with, which the page itself keeps (`data/offline-copy.ts`): of use where nothing answers. */
const PAGES_NAME = 'pages';

async function fetchedOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const { pathname } = new URL(request.url);
    const kept = await (await caches.open(PAGES_NAME)).match(pathname, { ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

/** A page that was kept names files of its build: with other files there is to be another page. */
async function renewPage(): Promise<void> {
  const cache = await caches.open(PAGES_NAME);
  if (!(await cache.match('/', { ignoreVary: true }))) return;
  const answer = await fetch('/');
  if (answer.ok && !answer.redirected) await cache.put('/', answer);
}

function isBeginning({ method, mode }: Request, { pathname, search }: URL): boolean {
  if (method !== 'GET') return false;
  // With a question after it, it is the page of whoever is not logged in.
  return (mode === 'navigate' && pathname === '/' && search === '') || pathname === '/api/client-table.json';
}

showPushes();
self.addEventListener('install', (event) => event.waitUntil(keepFiles().then(renewPage)));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldFiles()));
self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== self.location.origin) return;
  if (address.pathname.startsWith('/web/')) event.respondWith(keptOrFetched(event.request));
  else if (isBeginning(event.request, address)) event.respondWith(fetchedOrKept(event.request));
});
