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
/** A table stayed in use, or a running unit of work waited for another table of the migration. */
const IN_USE: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** Migrates, and tries again if running servers use a table for long. Returns whether a migration waits for them to stop. */
export async function migrateBeside(pool: pg.Pool, known: KnownMigrations): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateUnderLock(pool, known);
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

async function migrateUnderLock(pool: pg.Pool, known: KnownMigrations): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const { execute } = connectionOf(client);
    const { isWaiting } = await migrate('postgres', execute, {
      ...known,
      beforeChange: () => refuseWhileServersRun(execute),
      beside: {
        isOlderRunning: (schema) => isOlderRunning(execute, schema),
        prepare: async () => {
          await client.query(`set local lock_timeout = '${TABLE_WAIT}'`);
        },
      },
    });
    await client.query('commit');
    return isWaiting;
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
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`);
    await refuseNewer(connectionOf(client).execute, { newest, acceptsNewer });
  } finally {
    // A broken connection needs no rollback; the pool discards it.
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
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
