// Registers the service worker, which caches the client's files. It also tells a page that has been open for long that
// the server has a newer client, because the browser then finds another worker. Not available on plain HTTP.

interface ScriptPolicy {
  createScriptURL(address: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const ADDRESS = '/service-worker.js';

/** Created once per page: a second one of the same name is refused. */
let policy: ScriptPolicy | undefined;

/** The address as a trusted script URL, which the page's policy requires. */
function scriptAddress(): string {
  const maker = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes;
  policy ??= maker?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  return policy?.createScriptURL(ADDRESS) ?? ADDRESS;
}

/**
 * Caches the client's files in the browser, and calls the listener when the server has newer ones. Returns a
 * function that checks immediately.
 */
export function watchForNewerBuild(onNewer: () => void, signal: AbortSignal): () => void {
  // Undefined in some private windows and on plain HTTP.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return () => undefined;
  const registering = workers.register(scriptAddress()).catch(() => undefined);
  void registering.then((registration) => {
    registration?.addEventListener(
      'updatefound',
      () => {
        // The first worker of a browser replaces nothing.
        if (registration.active) onNewer();
      },
      { signal },
    );
  });
  // A check fails while offline; a later one finds the newer build.
  return () => void registering.then((registration) => registration?.update()).catch(() => undefined);
}
