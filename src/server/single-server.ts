// One server per embedded database: a second one would keep a memory of its own and serve old state. The claim is a
// lock on a file in the data directory, which the system takes back when a process dies however it dies, and which
// nobody can hold who may not write there.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { codeOf } from '../api-contract/error-detail.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';

/** A claim on a data directory; given back by `release`. */
export interface Claim {
  release(): Promise<void>;
}

/** Claims a data directory for this server; refuses when another one runs on it. */
export async function claimDataDirectory(dataDirectory: string): Promise<Claim> {
  const lock = new Database(join(dataDirectory, 'claim'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new UnusableDatabase(`Another server is running on the data directory ${dataDirectory}.`);
  }
  return {
    release: async () => {
      lock.close();
    },
  };
}
