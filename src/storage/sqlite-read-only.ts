// Makes an embedded database read-only for all processes while a command copies the last changes. The lock is one on a
// file beside the database: the system releases it when the command ends, however it ends.

import { existsSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { codeOf } from '../errors/error-detail.ts';
import { UnusableDatabaseError } from './migrations/migrate.ts';
import type { ReadOnlyLock } from './read-only.ts';

/** How long a unit of work that has begun may take to end. */
const UNIT_MILLISECONDS = 30_000;
const RETRY_MILLISECONDS = 20;

const lockPath = (file: string) => `${file}-read-only`;

/**
 * Whether a command keeps the database read-only. A unit of work asks within its write transaction, for which the command
 * waits.
 */
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

/** The file that has a path; undefined if there is none. */
const inodeOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** Locks the file that has a path, and creates it if necessary; undefined if another process has locked it. */
function tryLock(path: string): Database.Database | undefined {
  for (;;) {
    const before = inodeOf(path);
    const lock = new Database(path, { timeout: 1000 });
    let failure: unknown;
    try {
      lock.exec('begin exclusive');
    } catch (error) {
      failure = error;
    }
    // Another process may have removed what was opened, and a third one may have locked a new file.
    const isCurrent = before !== undefined && inodeOf(path) === before;
    if (isCurrent && failure === undefined) return lock;
    lock.close();
    if (!isCurrent) continue;
    if (codeOf(failure) !== 'SQLITE_BUSY') throw failure;
    return undefined;
  }
}

/** Removes a file that this process has locked. Whoever has opened it meanwhile notices that. */
function removeLocked(path: string, lock: Database.Database): void {
  rmSync(path, { force: true });
  lock.close();
}

/**
 * Removes the file of a command that was killed, because of which every unit of work opens a connection. For the only
 * server of the database, when it starts.
 */
export function removeStaleLock(file: string): void {
  const path = lockPath(file);
  if (!existsSync(path)) return;
  const lock = tryLock(path);
  if (lock) removeLocked(path, lock);
}

/**
 * Makes the database read-only, and waits for the transactions that have begun.
 * @throws UnusableDatabaseError if another command keeps it read-only, or a transaction does not end
 */
export async function lockFile(file: string): Promise<ReadOnlyLock> {
  const path = lockPath(file);
  const lock = tryLock(path);
  if (!lock) throw new UnusableDatabaseError(`Another command is copying the database ${file}.`);
  const release = async () => removeLocked(path, lock);
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
