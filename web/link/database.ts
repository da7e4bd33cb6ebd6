// What the browser keeps for the page (IndexedDB): a few records by name. Where it keeps nothing, as in some private
// windows, reading gives nothing and writing does nothing; logging out has the browser drop all of it.

const NAME = 'parley';
const VERSION = 1;
const STORE = 'records';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase | undefined> | undefined;

function database(): Promise<IDBDatabase | undefined> {
  opened ??= (async () => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const present = await done(request);
    // A tab with a newer version of the client need not wait for this one.
    present.onversionchange = () => present.close();
    return present;
  })().catch(() => undefined);
  return opened;
}

/** A record; undefined where there is none. */
export async function readRecord(name: string): Promise<unknown> {
  const present = await database();
  if (!present) return undefined;
  return done(present.transaction(STORE).objectStore(STORE).get(name)).catch(() => undefined);
}

/** Puts a record in the place of the one of that name; it is there when the promise is resolved, if anything is kept. */
export async function writeRecord(name: string, value: unknown): Promise<void> {
  const present = await database();
  if (!present) return;
  try {
    const transaction = present.transaction(STORE, 'readwrite', { durability: 'relaxed' });
    await done(transaction.objectStore(STORE).put(value, name));
  } catch {
    // The disk is full or the database closed: what is not kept is asked for again.
  }
}
