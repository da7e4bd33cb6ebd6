// Opens the view of a clicked notification when a page is already open: the service worker sends its address
// to the page.

/**
 * Navigates to the addresses that the service worker sends, while the page is open. Must be called by the
 * first script: messages of the worker are queued only until the document is parsed, long before the app has
 * opened.
 */
export function followNotificationClicks(): void {
  // Undefined in some private windows and on plain HTTP.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.addEventListener('message', ({ data }: MessageEvent<{ readonly go?: unknown } | null>) => {
    if (typeof data?.go === 'string') location.hash = data.go;
  });
}
