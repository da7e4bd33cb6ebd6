// Something that is done by one tab at a time, and by that one once at a time.

const turns = new Map<string, Promise<unknown>>();

/** Runs it when nobody else does what has this name; where the browser has no locks, nobody else on this page. */
export function alone<T>(name: string, run: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request(name, run) as Promise<T>;
  const result = (turns.get(name) ?? Promise.resolve()).then(run);
  turns.set(
    name,
    // Whoever asked for it is told.
    result.catch(() => undefined),
  );
  return result;
}
