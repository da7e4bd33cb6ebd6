// Records by name, stored in the browser (IndexedDB). Where nothing can be stored, as in some private
// windows, reading returns nothing and writing does nothing. Logging out deletes everything.

const NAME = 'parley';
const VERSION = 1;
const STORE = 'records';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let openedDatabase: Promise<IDBDatabase | undefined> | undefined;

function database(): Promise<IDBDatabase | undefined> {
  openedDatabase ??= (async () => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const connection = await done(request);
    // Does not block a tab that opens a newer version of the database.
    connection.onversionchange = () => connection.close();
    return connection;
  })().catch(() => undefined);
  return openedDatabase;
}

/** Reads a record; undefined if it does not exist. */
export async function readRecord(name: string): Promise<unknown> {
  const connection = await database();
  if (!connection) return undefined;
  // An unreadable record is fetched from the server again.
  return done(connection.transaction(STORE).objectStore(STORE).get(name)).catch(() => undefined);
}

/** Reads several records as they are at one moment, in the order of their names; undefined for those that do not exist. */
export async function readTogether(names: readonly string[]): Promise<unknown[]> {
  const connection = await database();
  if (!connection) return [];
  const store = connection.transaction(STORE).objectStore(STORE);
  return Promise.all(names.map((name) => done(store.get(name)))).catch(() => []);
}

/** The records whose names start with `prefix`, ordered by name. */
export async function readRecords(prefix: string): Promise<unknown[]> {
  const connection = await database();
  if (!connection) return [];
  const names = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  return done(connection.transaction(STORE).objectStore(STORE).getAll(names)).catch(() => []);
}

/** Writes or replaces a record. False if nothing can be stored, for example because the disk is full. */
export function writeRecord(name: string, value: unknown): Promise<boolean> {
  return writeRecords({ [name]: value });
}

/** Writes several records: all of them, or none. */
export function writeRecords(records: Readonly<Record<string, unknown>>): Promise<boolean> {
  return changeStore((store) => {
    for (const [name, value] of Object.entries(records)) store.put(value, name);
  });
}

/** Removes a record, if it exists. False if storage is unavailable. */
export function removeRecord(name: string): Promise<boolean> {
  return changeStore((store) => {
    store.delete(name);
  });
}

async function changeStore(change: (store: IDBObjectStore) => void): Promise<boolean> {
  const connection = await database();
  if (!connection) return false;
  try {
    const transaction = connection.transaction(STORE, 'readwrite');
    change(transaction.objectStore(STORE));
    const isStored = new Promise<boolean>((resolve) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
    });
    // Otherwise the browser waits for the page before it commits, and what a closing page writes is lost.
    transaction.commit();
    return await isStored;
  } catch {
    return false;
  }
}
