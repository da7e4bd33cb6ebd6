// Migrates a PostgreSQL database under a lock that all servers share, while servers of older versions may run.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf } from '../errors/error-detail.ts';
import { type KnownMigrations, migrate, refuseNewer, UnusableDatabaseError } from './migrations/migrate.ts';
import { connectionOf } from './postgres-connection.ts';
import { isOlderRunning, SERVING_LOCK } from './postgres-servers.ts';
import type { Execute } from './reader-writer.ts';

/** An arbitrary number that only this program uses; locked while migrations run. */
export const MIGRATION_LOCK = 7_220_615;

/** How often to check whether older servers have stopped, and the time between two checks. */
const SERVER_CHECKS = 20;
const SERVER_CHECK_MILLISECONDS = 100;

/** How long a change of a table waits for the statements of running servers, which wait behind it; and how often it is tried. */
const TABLE_WAIT = '2s';
const TABLE_TRIES = 10;
const TABLE_PAUSE_MILLISECONDS = 500;
/** The same for a cleanup, which has time: whoever uses the table waits behind each try. */
const CLEANUP_TABLE_WAIT = '150ms';
/** The time between two tries of a cleanup. */
const CLEANUP_MILLISECONDS = 5000;
/** A table stayed in use, or a running unit of work waited for another table of the migration. */
const IN_USE: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** Migrates, and tries again if running servers use a table for long. Returns whether a migration waits for them to stop. */
export async function migrateBeside(pool: pg.Pool, known: KnownMigrations): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        return migrateOn(client, known, TABLE_WAIT);
      });
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      if (!IN_USE.has(codeOf(cause))) throw error;
      if (tries === TABLE_TRIES)
        throw new UnusableDatabaseError(
          'The database could not be upgraded, since other programs use its tables all the time. Start this version again.',
        );
      await pause(TABLE_PAUSE_MILLISECONDS);
    }
  }
}

/** Applies what waits for older servers to stop, one try after the other, until that has succeeded or it is stopped. */
export class WaitingMigration {
  readonly #pool: pg.Pool;
  readonly #known: KnownMigrations;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(pool: pg.Pool, known: KnownMigrations) {
    this.#pool = pool;
    this.#known = known;
    this.#tryLater();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #tryLater(): void {
    this.#timer = setTimeout(async () => {
      // What fails is tried again.
      const isWaiting = await tryToMigrate(this.#pool, this.#known).catch(() => true);
      if (isWaiting && !this.#isStopped) this.#tryLater();
    }, CLEANUP_MILLISECONDS).unref();
  }
}

/** Tries once to migrate, without waiting for another server that migrates. Returns whether a migration still waits. */
export function tryToMigrate(pool: pg.Pool, known: KnownMigrations): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_taken`);
    return rows[0]?.is_taken === true ? migrateOn(client, known, CLEANUP_TABLE_WAIT) : true;
  });
}

/** Migrates in a transaction that has the lock. */
async function migrateOn(client: pg.PoolClient, known: KnownMigrations, tableWait: string): Promise<boolean> {
  const { execute } = connectionOf(client);
  const { isWaiting } = await migrate('postgres', execute, {
    ...known,
    beforeChange: () => refuseWhileServersRun(execute),
    beside: {
      isOlderRunning: (schema) => isOlderRunning(execute, schema),
      prepare: async () => {
        await client.query(`set local lock_timeout = '${tableWait}'`);
      },
    },
  });
  return isWaiting;
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A broken connection needs no rollback; the pool discards it.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Refuses a newer schema, for a server that already shows that it runs. It waits for a migration that may have begun
 * before: later ones see the server.
 * @throws UnusableDatabaseError
 */
export async function refuseNewerBeside(
  pool: pg.Pool,
  newest: number,
  { acceptsNewer }: KnownMigrations,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`);
    await refuseNewer(connectionOf(client).execute, { newest, acceptsNewer });
  });
}

/**
 * Refuses to migrate while older servers run: they would continue to write in their own schema, and the new
 * tables would miss it. A server that was just stopped gets a moment to end.
 */
async function refuseWhileServersRun(execute: Execute): Promise<void> {
  for (let check = 0; check < SERVER_CHECKS; check++) {
    if (check > 0) await pause(SERVER_CHECK_MILLISECONDS);
    const [row] = await execute(`select pg_try_advisory_xact_lock(${SERVING_LOCK}) as is_taken`, []);
    if (row?.is_taken === true) return;
  }
  throw new UnusableDatabaseError(
    'Servers of an older version are using the database. Stop all of them, then start this version, which upgrades the database.',
  );
}
