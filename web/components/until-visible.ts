// Waits until the page is visible.

/** Resolves when the page is visible, or when the signal is aborted. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => resolve();
    document.addEventListener('visibilitychange', finish, { once: true, signal });
    signal.addEventListener('abort', finish, { once: true });
  });
}
