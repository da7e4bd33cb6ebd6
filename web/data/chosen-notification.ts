// Where a notification leads that somebody chose while a page is there: the service worker tells the page, which goes there.

/**
 * Goes where the service worker says, until the page goes. To be called by the first script: what the worker says waits for that
 * one alone, and would be lost once the document is parsed, long before the page has opened.
 */
export function goWhereChosen(): void {
  // Some private windows have none, as a page on plain HTTP.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.addEventListener('message', ({ data }: MessageEvent<{ readonly go?: unknown } | null>) => {
    if (typeof data?.go === 'string') location.hash = data.go;
  });
}
