// The engine for several machines: PostgreSQL through a pool of connections. Its own commit is the flush.

import pg from 'pg';
import { databaseUnavailable } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { messageOf } from '../errors/error-detail.ts';
import type {
  BeginSnapshot,
  Connection,
  DatabaseSizes,
  EngineDriver,
  ReplicaLag,
  WriteTransaction,
} from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import {
  type KnownMigrations,
  newestOf,
  migrations as ownMigrations,
  UnusableDatabaseError,
} from './migrations/migrate.ts';
import { PostgresClock } from './postgres-clock.ts';
import { connectionOf, executeOn } from './postgres-connection.ts';
import { waitForDisk } from './postgres-durability.ts';
import { broadcast, notifyCommit, PostgresListener } from './postgres-listener.ts';
import { migrateBeside, refuseNewerBeside, WaitingMigration } from './postgres-migration.ts';
import { TAKE_WRITE_LOCK, WRITE_LOCK } from './postgres-read-only.ts';
import { PostgresReplica, type ReplicaResult } from './postgres-replica.ts';
import { readReplicas } from './postgres-replicas.ts';
import { isNewerRunning } from './postgres-servers.ts';
import { databaseReadOnly } from './read-only.ts';
import type { Execute } from './reader-writer.ts';
import type { Warn } from './warn.ts';

const CONNECT_MILLISECONDS = 10_000;
/** How long the database may take to answer whether it is alive. */
const ALIVE_MILLISECONDS = 3000;
/** How long the answer holds whether background work is left alone, about which each of many jobs asks. */
const LEAVING_MILLISECONDS = 1000;

/** Further addresses of the same database, and the schemas that the program can use. */
export interface PostgresOptions {
  /** The database itself, for notifications, if the first address is that of a pooler. */
  readonly listenUrl?: string | undefined;
  /** A standby for long reads. */
  readonly readUrl?: string | undefined;
  readonly migrations?: KnownMigrations | undefined;
}

/**
 * Connects, and brings the schema up to date under a lock that all servers share.
 * @param url `postgres://…`, of the database or of a pooler
 * @throws UnusableDatabaseError if the database cannot be reached, was written by a newer version, is in use by
 * servers of an older version that cannot go on, or does not wait for the disk when it commits
 */
export async function openPostgres(
  url: string,
  warn: Warn = () => undefined,
  { listenUrl = url, readUrl, migrations = {} }: PostgresOptions = {},
): Promise<EngineDriver> {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.databaseConnections,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    pipeline: true,
    onConnect: waitForDisk,
  });
  // The pool replaces an idle connection that breaks; the next query shows whether the server is gone.
  pool.on('error', () => undefined);
  // A connection that breaks in use fails its statement. Without a listener, its `error` event would also end
  // the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let isWaiting: boolean;
  try {
    isWaiting = await migrateBeside(pool, migrations);
  } catch (error) {
    await pool.end();
    throw error instanceof UnusableDatabaseError ? error : unreachable(error);
  }
  const driver = new PostgresDriver(pool, { listenUrl, readUrl, migrations }, warn);
  await driver.compareClocks();
  if (isWaiting) driver.migrateLater();
  return driver;
}

/** The sentence for the operator; an error of `databaseUnavailable` has the reason as its cause. */
function unreachable(error: unknown): UnusableDatabaseError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new UnusableDatabaseError(`The database cannot be reached: ${messageOf(cause) || 'no response'}.`);
}

class PostgresDriver implements EngineDriver {
  readonly engine = 'postgres';
  readonly writesAreGlobal = false;
  readonly reading: Connection;
  readonly #pool: pg.Pool;
  readonly #listenUrl: string;
  readonly #clock: PostgresClock;
  readonly #replica: PostgresReplica | undefined;
  readonly #known: KnownMigrations;
  readonly #newestSchema: number;
  #waitingMigration: WaitingMigration | undefined;
  #listener: PostgresListener | undefined;
  #leaving: { readonly asked: number; readonly answer: Promise<boolean> } | undefined;

  constructor(
    pool: pg.Pool,
    { listenUrl, readUrl, migrations = {} }: PostgresOptions & { readonly listenUrl: string },
    warn: Warn,
  ) {
    this.#pool = pool;
    this.#listenUrl = listenUrl;
    this.#known = migrations;
    this.#newestSchema = newestOf([...ownMigrations, ...(migrations.further ?? [])]);
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
    this.#replica = readUrl === undefined ? undefined : new PostgresReplica(readUrl, execute, warn);
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw databaseUnavailable(error);
    }
  }

  async snapshot<P, T>(
    begin: BeginSnapshot<P>,
    read: (connection: Connection, begun: P) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connect();
    const connection = connectionOf(client);
    try {
      const prepared = await begin(async () => {
        await connection.execute('begin isolation level repeatable read read only', []);
        return connection;
      });
      const result = await read(connection, prepared);
      await connection.execute('commit', []);
      return result;
    } catch (error) {
      // A broken connection needs no rollback; the pool discards it.
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
    // Sent without waiting for the answers: if one of them fails, so do all later statements.
    const sentCommands: Promise<void>[] = [];
    const send = async (sql: string) => {
      const sentCommand = command(sql);
      // Awaited with all others at the commit.
      sentCommand.catch(() => undefined);
      sentCommands.push(sentCommand);
    };
    await send('begin');
    const writeLock = client.query(TAKE_WRITE_LOCK).then(({ rows }) => {
      if (rows[0]?.is_writable !== true) throw databaseReadOnly();
    });
    // Awaited with all others at the commit.
    writeLock.catch(() => undefined);
    sentCommands.push(writeLock);
    return {
      execute,
      db,
      savepoint: () => send('savepoint unit'),
      release: () => send('release unit'),
      rollbackToSavepoint: async () => {
        await Promise.all([command('rollback to unit'), command('release unit')]);
      },
      // After a failure the transaction keeps its connection until `rollback` releases it.
      commit: async () => {
        await Promise.all(sentCommands);
        const { command: outcome } = await client.query('commit');
        // PostgreSQL rolls back a failed transaction at its commit, without an error.
        if (outcome !== 'COMMIT') throw new Error(`The transaction ended with ${outcome}.`);
        client.release();
      },
      rollback: async () => {
        // A broken connection needs no rollback; the pool discards it.
        await command('rollback').catch(() => undefined);
        client.release();
      },
    };
  }

  /** Nothing to do: the database itself decides a transaction whose commit failed. */
  async settle(): Promise<void> {}

  async listen(
    onCommit: (organizationId: number) => void,
    onBroadcast: (text: string) => void = () => undefined,
  ): Promise<void> {
    this.#listener = new PostgresListener(this.#listenUrl, onCommit, {
      onBroadcast,
      schema: this.#newestSchema,
    });
    await this.#listener.start();
    // A newer server may have migrated before this one showed that it runs.
    await refuseNewerBeside(this.#pool, this.#newestSchema, this.#known);
    await this.shouldLeaveWork();
  }

  async readOnReplica<T>(
    hasCaughtUp: (connection: Connection) => Promise<boolean>,
    read: (connection: Connection) => Promise<T>,
  ): Promise<ReplicaResult<T>> {
    return this.#replica?.read(hasCaughtUp, read);
  }

  get hasReplicaFailed(): boolean {
    return this.#replica?.hasFailed ?? false;
  }

  get isListening(): boolean {
    return this.#listener?.isListening ?? true;
  }

  async compareClocks(): Promise<void> {
    await this.#clock.compare();
  }

  shouldLeaveWork(): Promise<boolean> {
    const now = performance.now();
    if (!this.#leaving || now - this.#leaving.asked >= LEAVING_MILLISECONDS) {
      const answer = this.#askWhetherToLeave();
      this.#leaving = { asked: now, answer };
      answer.catch(() => {
        this.#leaving = undefined;
      });
    }
    return this.#leaving.answer;
  }

  async #askWhetherToLeave(): Promise<boolean> {
    // Background work may treat all tables, of which a newer server knows more.
    const newer = isNewerRunning(this.#newestSchema);
    const row = await this.#clock.compare(`, ${newer} as is_newer_running, ${WRITE_LOCK} as is_writable`);
    const isNewer = row?.is_newer_running === true;
    // If the newer server's clock is wrong, it must not leave the work to this one.
    this.#listener?.setClockRight(!isNewer && !this.#clock.isWrong);
    if (isNewer || row?.is_writable === false) return true;
    return this.#clock.isWrong && (await this.#clock.isAnyRight());
  }

  /** Applies later what waits for older servers to stop. */
  migrateLater(): void {
    this.#waitingMigration = new WaitingMigration(this.#pool, this.#known);
  }

  announce(organizationIds: readonly number[]): void {
    notifyCommit(this.#pool, organizationIds);
  }

  broadcast(text: string): void {
    broadcast(this.#pool, text);
  }

  async isAlive(): Promise<boolean> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch {
      return false;
    }
    // A connection that was cut off without an end is silent for hours, while the database answers on others.
    const question = { text: 'select 1', query_timeout: ALIVE_MILLISECONDS };
    const isAlive = await client.query(question).then(
      () => true,
      () => false,
    );
    client.release(!isAlive);
    return isAlive;
  }

  async sizes(): Promise<DatabaseSizes> {
    const { rows } = await this.#pool.query('select pg_database_size(current_database()) as bytes');
    return { database: Number(rows[0].bytes) };
  }

  replicas(): Promise<ReplicaLag[]> {
    return readReplicas(this.reading.execute);
  }

  async close(): Promise<void> {
    this.#waitingMigration?.stop();
    await this.#listener?.close();
    await this.#replica?.close();
    await this.#pool.end();
  }
}
