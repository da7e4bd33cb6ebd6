// The service worker, which keeps the client's own files, and by which a page that has been open for long learns that
// the server has a newer client: the browser then finds another worker. Nothing of it on plain HTTP.

interface ScriptPolicy {
  createScriptURL(address: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const ADDRESS = '/service-worker.js';

/** One for the page: another one of that name is refused. */
let policy: ScriptPolicy | undefined;

/** The address in the form that the page's policy asks for. */
function scriptAddress(): string {
  const maker = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes;
  policy ??= maker?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  return policy?.createScriptURL(ADDRESS) ?? ADDRESS;
}

/**
 * Keeps the client's files in the browser until the page goes, and calls the listener when the server has newer ones.
 * Answers with a function that looks for them at once.
 */
export function watchForNewerBuild(onNewer: () => void, signal: AbortSignal): () => void {
  // Some private windows have none, as a page on plain HTTP.
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
  // Without a network there is nothing newer to be had; the next look finds it.
  return () => void registering.then((registration) => registration?.update()).catch(() => undefined);
}
