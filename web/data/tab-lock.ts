// A lock held by one tab at a time; not re-entrant.

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `run` while holding the lock of this name. Without the Web Locks API the lock holds within this page
 * only.
 */
export function withTabLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request(name, run) as Promise<T>;
  const result = (queues.get(name) ?? Promise.resolve()).then(run);
  queues.set(
    name,
    // The caller receives the error.
    result.catch(() => undefined),
  );
  return result;
}
