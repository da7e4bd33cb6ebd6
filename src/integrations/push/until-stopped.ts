// Waiting for something outside the house no longer than the server runs.

/** What work gives, or undefined when a signal is aborted first; the work then goes on unheard. */
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
    // Nobody waits for it any more.
    if (signal.aborted) work.catch(() => undefined);
  }
}
