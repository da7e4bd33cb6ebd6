// Ensures that an embedded database has a single server: a second one would have its own state in memory and
// serve outdated data. The claim is a lock on a file in the data directory. The system releases it when the
// process dies, and only users with write access to the directory can take it.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { codeOf } from '../errors/error-detail.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';

/** A claim on a data directory, until `release`. */
export interface Claim {
  release(): Promise<void>;
}

/**
 * Claims a data directory for this server.
 * @throws UnusableDatabaseError if another server is running on it
 */
export async function claimDataDirectory(dataDirectory: string): Promise<Claim> {
  const lock = new Database(join(dataDirectory, 'claim'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new UnusableDatabaseError(`Another server is running on the data directory ${dataDirectory}.`);
  }
  return {
    release: async () => {
      lock.close();
    },
  };
}
