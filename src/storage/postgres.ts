// The engine for more than one machine: PostgreSQL through a pool of connections. Its own commit is the flush.

import pg from 'pg';
import { databaseUnavailable } from '../contract/error.ts';
import type { Connection, EngineDriver, WriteTransaction } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import { migrate, UnusableDatabase } from './migrations/migrate.ts';
import type { Execute, Row } from './session.ts';

const MAX_CONNECTIONS = 20;
/** Any number that only this program uses; held while migrations run. */
const MIGRATION_LOCK = 7_220_615;
const CHANNEL = 'parley_log';
const LISTEN_AGAIN_MS = 1000;

/** 64-bit integers as numbers: every id and time of ours fits a double exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format),
};

/** Statement names are kept short and are the same for the same text on every connection. */
const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const present = names.get(sql);
  if (present) return present;
  // Texts beyond the bound run unnamed: a server keeps named statements for the life of a connection.
  if (names.size >= 1000) return undefined;
  const name = `p${names.size}`;
  names.set(sql, name);
  return name;
}

async function executeOn(client: pg.PoolClient, sql: string, values: readonly unknown[]): Promise<Row[]> {
  const name = values.length > 0 ? nameOf(sql) : undefined;
  try {
    const result = await client.query({ text: sql, values: [...values], types, ...(name && { name }) });
    return result.rows;
  } catch (error) {
    throw isOutage(error) ? databaseUnavailable(error) : error;
  }
}

/** What the database answers when it gives up a transaction for no fault of its statements. */
const PASSING = /^(?:08...|40...|53...|57P0.|25P03)$/;

/** Whether a failure is the database's or the network's, and passes: everything that no statement brought about. */
function isOutage(error: unknown): boolean {
  const { code } = error as { code?: string };
  return error instanceof pg.DatabaseError ? PASSING.test(code ?? '') : !(error instanceof TypeError);
}

const connections = new WeakMap<pg.PoolClient, Connection>();

function connectionOf(client: pg.PoolClient): Connection {
  const present = connections.get(client);
  if (present) return present;
  // A connection answers one statement at a time; those that are asked for together wait here.
  let last: Promise<unknown> = Promise.resolve();
  const execute: Execute = (sql, values) => {
    const run = () => executeOn(client, sql, values);
    const result = last.then(run, run);
    last = result;
    return result;
  };
  const made = { execute, db: kyselyOn('postgres', execute) };
  connections.set(client, made);
  return made;
}

/** Connects, and brings the schema up to date under a lock that all servers share. */
export async function openPostgres(url: string): Promise<EngineDriver> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; the next query tells whether the server is gone.
  pool.on('error', () => undefined);
  // One that breaks while it is used fails its statement; unheard, its `error` would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await migrate('postgres', connectionOf(client).execute);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    if (error instanceof UnusableDatabase) throw error;
    const cause = ((error as Error).cause ?? error) as Error;
    throw new UnusableDatabase(`The database cannot be reached: ${cause.message || 'no answer'}.`);
  }
  return new PostgresDriver(pool, url);
}

class PostgresDriver implements EngineDriver {
  readonly engine = 'postgres';
  readonly writesAreGlobal = false;
  readonly reading: Connection;
  readonly #pool: pg.Pool;
  readonly #url: string;
  #listener: pg.Client | undefined;
  #closed = false;

  constructor(pool: pg.Pool, url: string) {
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
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw databaseUnavailable(error);
    }
  }

  async snapshot<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const connection = connectionOf(client);
    let isClean = true;
    try {
      await connection.execute('begin isolation level repeatable read read only', []);
      const result = await read(connection);
      await connection.execute('commit', []);
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        isClean = false;
      });
      throw error;
    } finally {
      client.release(!isClean);
    }
  }

  async beginWrite(): Promise<WriteTransaction> {
    const client = await this.#connect();
    const { execute, db } = connectionOf(client);
    const command = async (sql: string) => {
      await client.query(sql);
    };
    try {
      await command('begin');
    } catch (error) {
      client.release(true);
      throw error;
    }
    return {
      execute,
      db,
      savepoint: () => command('savepoint unit'),
      release: () => command('release unit'),
      rollbackToSavepoint: async () => {
        await command('rollback to unit');
        await command('release unit');
      },
      // After a failure the connection is still this transaction's: `rollback` gives it back.
      commit: async () => {
        const { command: done } = await client.query('commit');
        // A transaction that failed unnoticed is rolled back by its commit, without an error.
        if (done !== 'COMMIT') throw new Error(`The transaction ended with ${done}.`);
        client.release();
      },
      rollback: async () => {
        try {
          await command('rollback');
          client.release();
        } catch {
          client.release(true);
        }
      },
    };
  }

  /** Other servers' commits arrive as notifications; the connection is made again whenever it breaks. */
  listen(onCommit: (organizationId: number) => void): Promise<void> {
    return this.#listen(onCommit, true);
  }

  async #listen(onCommit: (organizationId: number) => void, isFirst: boolean): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('notification', (message) => {
      for (const id of (message.payload ?? '').split(',')) if (id) onCommit(Number(id));
    });
    const again = () => {
      if (this.#closed || this.#listener !== client) return;
      this.#listener = undefined;
      client.end().catch(() => undefined);
      setTimeout(() => void this.#listen(onCommit, false), LISTEN_AGAIN_MS).unref();
    };
    client.on('error', again);
    client.on('end', again);
    this.#listener = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (isFirst) throw error;
      again();
    }
  }

  announce(organizationIds: readonly number[]): void {
    this.#pool
      .query(`select pg_notify('${CHANNEL}', $1)`, [organizationIds.join(',')])
      // A lost signal costs a moment: every request reads the log's head before it is authorized.
      .catch(() => undefined);
  }

  async isAlive(): Promise<boolean> {
    try {
      await this.#pool.query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.end().catch(() => undefined);
    await this.#pool.end();
  }
}
