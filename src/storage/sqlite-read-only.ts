// Makes an embedded database read-only for all processes while a command copies the last changes. The lock is one on a
// file beside the database: the system releases it when the command ends, however it ends.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { codeOf } from '../errors/error-detail.ts';
import { UnusableDatabaseError } from './migrations/migrate.ts';
import type { ReadOnlyLock } from './read-only.ts';

/** How long a unit of work that has begun may take to end. */
const UNIT_MILLISECONDS = 30_000;
const RETRY_MILLISECONDS = 20;

const lockPath = (file: string) => `${file}-read-only`;

/** Whether a command keeps the database read-only. For a caller that has begun a write transaction. */
export function isFileReadOnly(file: string): boolean {
  const path = lockPath(file);
  if (!existsSync(path)) return false;
  let lock: Database.Database;
  try {
    lock = new Database(path, { timeout: 0, fileMustExist: true });
  } catch {
    // It was removed meanwhile.
    return false;
  }
  try {
    lock.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    return true;
  } finally {
    lock.close();
  }
}

/**
 * Makes the database read-only, and waits for the transactions that have begun.
 * @throws UnusableDatabaseError if another command keeps it read-only, or a transaction does not end
 */
export async function lockFile(file: string): Promise<ReadOnlyLock> {
  const path = lockPath(file);
  const lock = new Database(path, { timeout: 1000 });
  const release = async () => {
    lock.close();
    await rm(path, { force: true });
  };
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new UnusableDatabaseError(`Another command is copying the database ${file}.`);
  }
  try {
    await waitForWriters(file);
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** Waits until the transactions that did not see the lock have ended: only one can write at a time. */
async function waitForWriters(file: string): Promise<void> {
  // It never waits in a statement: the writer may be in this process.
  const database = new Database(file, { timeout: 0, fileMustExist: true });
  try {
    const until = performance.now() + UNIT_MILLISECONDS;
    for (;;) {
      try {
        database.exec('begin immediate');
        database.exec('rollback');
        return;
      } catch (error) {
        if (codeOf(error) !== 'SQLITE_BUSY') throw error;
        if (performance.now() > until)
          throw new UnusableDatabaseError(`Another program is writing to ${file}.`, { cause: error });
      }
      await pause(RETRY_MILLISECONDS);
    }
  } finally {
    database.close();
  }
}
