// The engine for more than one machine: PostgreSQL through a pool of connections. Its own commit is the flush.

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { databaseUnavailable } from '../api-contract/error.ts';
import { messageOf } from '../api-contract/error-detail.ts';
import { limits } from '../api-contract/limits.ts';
import type { Begin, Connection, DatabaseSizes, EngineDriver, WriteTransaction } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import { migrate, UnusableDatabase } from './migrations/migrate.ts';
import { PostgresClock } from './postgres-clock.ts';
import { connectionOf, executeOn } from './postgres-connection.ts';
import { waitForDisk } from './postgres-durability.ts';
import { notifyCommit, PostgresListener, SERVING_LOCK } from './postgres-listener.ts';
import type { Execute } from './session.ts';
import type { Warn } from './warn.ts';

const CONNECT_MILLISECONDS = 10_000;
/** Any number that only this program uses; held while migrations run. */
const MIGRATION_LOCK = 7_220_615;

/** How often older servers are looked for before they count as running, and the time between two looks. */
const LOOKS_FOR_SERVERS = 20;
const LOOK_MILLISECONDS = 100;

/**
 * Connects, and brings the schema up to date under a lock that all servers share.
 * @param url `postgres://…`
 * @throws UnusableDatabase where the database cannot be reached, a newer version wrote it, servers of an older one use it,
 * or commits do not wait for the disk
 */
export async function openPostgres(url: string, warn: Warn = () => undefined): Promise<EngineDriver> {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.databaseConnections,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    pipeline: true,
    onConnect: waitForDisk,
  });
  // An idle connection that breaks is replaced by the pool; the next query tells whether the server is gone.
  pool.on('error', () => undefined);
  // One that breaks while it is used fails its statement; unheard, its `error` would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateUnderLock(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof UnusableDatabase ? error : unreachable(error);
  }
  const driver = new PostgresDriver(pool, url, warn);
  await driver.compareClocks();
  return driver;
}

async function migrateUnderLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const { execute } = connectionOf(client);
    await migrate('postgres', execute, { beforeChange: () => refuseBesideServers(execute) });
    await client.query('commit');
  } finally {
    // Where something failed the pool is ended, and the connection with all that was done on it.
    client.release();
  }
}

/**
 * An older server would go on writing as its own schema wants it, and what it wrote would be missing in what came since. One
 * that was stopped just now takes a moment to end.
 */
async function refuseBesideServers(execute: Execute): Promise<void> {
  for (let look = 0; look < LOOKS_FOR_SERVERS; look++) {
    if (look > 0) await pause(LOOK_MILLISECONDS);
    const [row] = await execute(`select pg_try_advisory_xact_lock(${SERVING_LOCK}) as is_taken`, []);
    if (row?.is_taken === true) return;
  }
  throw new UnusableDatabase(
    'Servers of an older version use the database: stop all of them, then start this version, which changes it.',
  );
}

/** The sentence for whoever starts the server; a refusal has what happened as its cause. */
function unreachable(error: unknown): UnusableDatabase {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new UnusableDatabase(`The database cannot be reached: ${messageOf(cause) || 'no answer'}.`);
}

class PostgresDriver implements EngineDriver {
  readonly engine = 'postgres';
  readonly writesAreGlobal = false;
  readonly reading: Connection;
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #clock: PostgresClock;
  #listener: PostgresListener | undefined;

  constructor(pool: pg.Pool, url: string, warn: Warn) {
    this.#pool = pool;
    this.#url = url;
    const execute: Execute = async (sql, values) => {
      const client = await this.#connect();
      try {
        return await executeOn(client, sql, values);
      } finally {
        client.release();
      }
    };
    this.reading = { execute, db: kyselyOn('postgres', execute) };
    this.#clock = new PostgresClock(execute, warn);
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw databaseUnavailable(error);
    }
  }

  async snapshot<P, T>(begin: Begin<P>, read: (connection: Connection, begun: P) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const connection = connectionOf(client);
    try {
      const begun = await begin(async () => {
        await connection.execute('begin isolation level repeatable read read only', []);
        return connection;
      });
      const result = await read(connection, begun);
      await connection.execute('commit', []);
      return result;
    } catch (error) {
      // A connection that broke takes nothing back, and the pool lets it go by itself.
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async beginWrite(): Promise<WriteTransaction> {
    const client = await this.#connect();
    const { execute, db } = connectionOf(client);
    const command = async (sql: string) => {
      await client.query(sql);
    };
    // What comes after them goes out without waiting for them: where one of them fails, so does all that follows.
    const unheard: Promise<void>[] = [];
    const send = async (sql: string) => {
      const sent = command(sql);
      // Heard when the unit is over, with all others.
      sent.catch(() => undefined);
      unheard.push(sent);
    };
    await send('begin');
    return {
      execute,
      db,
      savepoint: () => send('savepoint unit'),
      release: () => send('release unit'),
      rollbackToSavepoint: async () => {
        await Promise.all([command('rollback to unit'), command('release unit')]);
      },
      // After a failure the connection is still this transaction's: `rollback` gives it back.
      commit: async () => {
        await Promise.all(unheard);
        const { command: done } = await client.query('commit');
        // A transaction that failed unnoticed is rolled back by its commit, without an error.
        if (done !== 'COMMIT') throw new Error(`The transaction ended with ${done}.`);
        client.release();
      },
      rollback: async () => {
        // What broke takes nothing back, and the pool lets it go by itself.
        await command('rollback').catch(() => undefined);
        client.release();
      },
    };
  }

  /** Nothing to do: a transaction that failed to commit is decided by the database. */
  async settle(): Promise<void> {}

  async listen(onCommit: (organizationId: number) => void): Promise<void> {
    this.#listener = new PostgresListener(this.#url, onCommit);
    await this.#listener.start();
    this.#listener.vouchForClock(!this.#clock.isWrong);
  }

  compareClocks(): Promise<void> {
    return this.#clock.compare();
  }

  async leavesWork(): Promise<boolean> {
    await this.#clock.compare();
    this.#listener?.vouchForClock(!this.#clock.isWrong);
    return this.#clock.isWrong && (await this.#clock.isAnyRight());
  }

  announce(organizationIds: readonly number[]): void {
    notifyCommit(this.#pool, organizationIds);
  }

  async isAlive(): Promise<boolean> {
    try {
      await this.#pool.query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  async sizes(): Promise<DatabaseSizes> {
    const { rows } = await this.#pool.query('select pg_database_size(current_database()) as bytes');
    return { database: Number(rows[0].bytes) };
  }

  async close(): Promise<void> {
    await this.#listener?.close();
    await this.#pool.end();
  }
}
