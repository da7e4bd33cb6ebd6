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
  // What cannot be read is asked of the server again.
  return done(present.transaction(STORE).objectStore(STORE).get(name)).catch(() => undefined);
}

/** The records whose names begin so, in the order of their names. */
export async function readRecords(prefix: string): Promise<unknown[]> {
  const present = await database();
  if (!present) return [];
  const names = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  return done(present.transaction(STORE).objectStore(STORE).getAll(names)).catch(() => []);
}

/** Puts a record in the place of the one of that name. False where nothing is kept: the disk is full, or there is none. */
export function writeRecord(name: string, value: unknown): Promise<boolean> {
  return writeRecords({ [name]: value });
}

/** The same for several at once: all of them, or none. */
export function writeRecords(records: Readonly<Record<string, unknown>>): Promise<boolean> {
  return changed((store) => Object.entries(records).map(([name, value]) => store.put(value, name)));
}

/** Removes a record, if it is there. False where that cannot be. */
export function removeRecord(name: string): Promise<boolean> {
  return changed((store) => [store.delete(name)]);
}

async function changed(change: (store: IDBObjectStore) => IDBRequest[]): Promise<boolean> {
  const present = await database();
  if (!present) return false;
  try {
    const transaction = present.transaction(STORE, 'readwrite');
    await Promise.all(change(transaction.objectStore(STORE)).map((request) => done(request)));
    return true;
  } catch {
    return false;
  }
}
