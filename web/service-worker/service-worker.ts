// Keeps the client's own files in the browser: a name with a hash never changes, so that what is kept is never asked
// for again. Everything else goes to the server.

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

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOldFiles()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === self.location.origin && pathname.startsWith('/web/')) {
    event.respondWith(keptOrFetched(event.request));
  }
});

export {};
