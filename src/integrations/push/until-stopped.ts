// Waits for external work until the server stops.

/** The result of the work, or undefined if the signal is aborted first; the work then continues unobserved. */
export async function untilStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  let stop: (() => void) | undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    // The work is no longer awaited.
    if (signal.aborted) work.catch(() => undefined);
  }
}
