// Tells the other tabs of this browser which tab is in a call. Tabs share an event queue, so the server counts a tab in that
// has crashed as long as another one polls: that one leaves the call in its place. A tab in a call holds a lock, which the
// browser releases whatever happens to the tab, and stores its session, which it removes itself when it leaves.

/** The parts of the browser used here; tests replace them. */
export interface TabPlatform {
  readonly locks: {
    request(name: string, options: { readonly signal: AbortSignal }, hold: () => unknown): Promise<unknown>;
  };
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  /** Calls a listener with the name of each value that another tab stores. Returns a function that ends it. */
  onStored(listener: (name: string | null) => void): () => void;
}

/** Undefined in browsers without locks, and where nothing is stored. */
export function tabPlatform(): TabPlatform | undefined {
  try {
    if (!('locks' in navigator)) return undefined;
    return {
      locks: navigator.locks,
      storage: localStorage,
      onStored(listener) {
        const stopping = new AbortController();
        addEventListener('storage', ({ key }) => listener(key), { signal: stopping.signal });
        return () => stopping.abort();
      },
    };
  } catch {
    return undefined;
  }
}

const PREFIX = 'parley-call-session ';
const lockOf = (session: string) => `call session ${session}`;

/** This tab is in a call with a session. Returns a function to call when it leaves. */
export function holdSession({ locks, storage }: TabPlatform, callId: number, session: string): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const hold = () => {
    store(storage, session, callId);
    return left;
  };
  locks.request(lockOf(session), { signal }, hold).catch(() => undefined); // It left before it had the lock.
  return () => {
    if (signal.aborted) return;
    storage.removeItem(PREFIX + session);
    leaving.abort();
  };
}

function store(storage: TabPlatform['storage'], session: string, callId: number): void {
  try {
    storage.setItem(PREFIX + session, String(callId));
  } catch {
    // The storage is full: no tab can leave for this one.
  }
}

/**
 * Leaves calls in which other tabs of this browser were when they ended without leaving. Returns a function that ends it.
 * @param leave resolves with whether the server has been told
 */
export function followTabs(
  platform: TabPlatform,
  leave: (callId: number, session: string) => Promise<boolean>,
): () => void {
  const { locks, storage } = platform;
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = (name: string | null) => {
    if (!name?.startsWith(PREFIX) || storage.getItem(name) === null) return;
    const session = name.slice(PREFIX.length);
    const take = async () => {
      const callId = Number(storage.getItem(name));
      if (signal.aborted || !(callId > 0)) return;
      // Otherwise a tab that opens later leaves.
      if (await leave(callId, session)) storage.removeItem(name);
    };
    // Waits until the tab is gone.
    locks.request(lockOf(session), { signal }, take).catch(() => undefined); // This page ended before.
  };
  const stop = platform.onStored(follow);
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names) follow(name);
  return () => {
    stop();
    stopping.abort();
  };
}
