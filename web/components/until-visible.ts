// Waiting for somebody to look at the page.

/** Resolves while the page is in sight, or when the signal is aborted. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => resolve();
    document.addEventListener('visibilitychange', done, { once: true, signal });
    signal.addEventListener('abort', done, { once: true });
  });
}
