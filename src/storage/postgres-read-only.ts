// Makes a PostgreSQL database read-only for all servers while a command copies the last changes. Each unit of work takes
// a shared lock, and is refused if the command has the exclusive one, which it gets once the units that have begun have
// ended. The database releases it when the command's connection ends.

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../errors/error-detail.ts';
import { UnusableDatabaseError } from './migrations/migrate.ts';
import { recognizePooler } from './postgres-pooler.ts';
import { isServerWaiting, SERVING_LOCK } from './postgres-servers.ts';
import type { ReadOnlyLock } from './read-only.ts';

/** An arbitrary number that only this program uses. */
const READ_ONLY_LOCK = 7_220_618;
/** Another one, held by the command from its start, so that a second one need not wait for the first. */
const COMMAND_LOCK = 7_220_619;
/** How long the units of work that have begun may take to end. */
const UNIT_MILLISECONDS = 30_000;
/** Longer than a server takes until it connects again for notifications. */
const RETURN_MILLISECONDS = 2500;
const RETURN_CHECK_MILLISECONDS = 100;

/** An expression that takes the shared lock until the transaction ends; false if the database is read-only. */
export const WRITE_LOCK = `pg_try_advisory_xact_lock_shared(${READ_ONLY_LOCK})`;
export const TAKE_WRITE_LOCK = `select ${WRITE_LOCK} as is_writable`;

/** A lock that also knows whether servers run. */
export interface PostgresReadOnlyLock extends ReadOnlyLock {
  /** Whether no server runs, not even one that connects again; from then on none can start until the lock is released. */
  areServersStopped(): Promise<boolean>;
}

/**
 * Makes the database read-only, and waits for the transactions that have begun.
 * @throws UnusableDatabaseError if another command keeps it read-only, or a transaction does not end
 */
export async function lockPostgres(url: string): Promise<PostgresReadOnlyLock> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  // A broken connection fails the next statement.
  client.on('error', () => undefined);
  await client.connect();
  const isTaken = async (sql: string) =>
    (await client.query(`${sql} as is_taken`)).rows[0]?.is_taken === true;
  try {
    if (await recognizePooler(client))
      throw new UnusableDatabaseError(
        'The address leads to a connection pooler. Use the address of the database itself.',
      );
    if (!(await isTaken(`select pg_try_advisory_lock(${COMMAND_LOCK})`)))
      throw new UnusableDatabaseError('Another command is copying the database.');
    await client.query(`set lock_timeout = ${UNIT_MILLISECONDS}`);
    await client.query(`select pg_advisory_lock(${READ_ONLY_LOCK})`);
  } catch (error) {
    // The connection may be broken already.
    await client.end().catch(() => undefined);
    if (error instanceof UnusableDatabaseError) throw error;
    throw new UnusableDatabaseError(`The database cannot be made read-only: ${messageOf(error)}.`);
  }
  return {
    areServersStopped: async () => {
      if (!(await isTaken(`select pg_try_advisory_lock(${SERVING_LOCK})`))) return false;
      const until = performance.now() + RETURN_MILLISECONDS;
      while (performance.now() < until) {
        if (await isTaken(`select ${isServerWaiting}`)) {
          await client.query(`select pg_advisory_unlock(${SERVING_LOCK})`);
          return false;
        }
        await pause(RETURN_CHECK_MILLISECONDS);
      }
      return true;
    },
    release: () => client.end(),
  };
}
