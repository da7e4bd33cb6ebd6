// The files of the client that the service worker caches: its whole build, except for the texts of languages that were
// never used in this browser.

/** The files of this worker's build without those below; inserted by the build. */
declare const WEB_FILES: readonly string[];
/** The files with texts in languages other than English, by language; inserted by the build. */
declare const TEXT_FILES: Readonly<Record<string, readonly string[]>>;

const CACHE_NAME = 'files';

async function cachedPaths(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}

/** Caches the files of this build. Languages in use are those of which a file of the previous build is cached. */
export async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cachedPaths(cache);
  const inUse = Object.entries(TEXT_FILES).filter(([language]) =>
    cached.some((path) => path.startsWith(`/web/texts-${language}-`)),
  );
  const files = [...WEB_FILES, ...inUse.flatMap(([, paths]) => paths)];
  await cache.addAll(files.filter((path) => !cached.includes(path)));
}

/** Caches a language that a page shows, so that the page also opens offline in that language. */
export async function cacheLanguage(language: string): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cachedPaths(cache);
  const files = Object.hasOwn(TEXT_FILES, language) ? (TEXT_FILES[language] ?? []) : [];
  await cache.addAll(files.filter((path) => !cached.includes(path)));
}

/** Files of the previous build stay until then, since an open tab may still need one. */
export async function removeOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const current = new Set([...WEB_FILES, ...Object.values(TEXT_FILES).flat()]);
  const oldRequests = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(oldRequests.map((request) => cache.delete(request)));
}
