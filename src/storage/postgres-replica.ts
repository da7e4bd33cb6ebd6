// Long reads on a standby of the database (`--database-read-url`), so that searches, counts, exports and digests take
// nothing from writes. A standby is a moment behind: a read uses it only if it has everything that the reader may know of,
// and the database itself otherwise. So no client misses what it has just written.

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ApiError } from '../api-contract/error.ts';
import { Semaphore } from '../api-contract/semaphore.ts';
import type { Connection } from './connection.ts';
import { connectionOf } from './postgres-connection.ts';
import { recognizePooler } from './postgres-pooler.ts';
import type { Execute } from './reader-writer.ts';
import type { Warn } from './warn.ts';

/** Long reads of one server at the same time; further ones wait. */
const CONNECTIONS = 5;
const CONNECT_MILLISECONDS = 2000;
/** After a failure reads use the database itself for this time. */
const AVOIDED_MILLISECONDS = 10_000;
/** How often, and at which interval, it is asked whether it has caught up: it is usually milliseconds behind. */
const CHECKS = 5;
const CHECK_MILLISECONDS = 20;

/** Two databases with the same mark belong to the same deployment. */
const READ_MARK = 'select secret_mark from deployment where id = 1';

/** The value of a read, or nothing if it has to be repeated on the database itself. */
export type ReplicaResult<T> = { readonly value: T } | undefined;

/** A standby that is read from. */
export class PostgresReplica {
  readonly #pool: pg.Pool;
  readonly #warn: Warn;
  /** Waits before the pool, whose limit of time is for a standby that does not answer. */
  readonly #slots = new Semaphore(CONNECTIONS);
  #avoidedUntil = 0;
  #hasFailed = false;

  /** @param primary reads the database itself */
  constructor(url: string, primary: Execute, warn: Warn) {
    this.#warn = warn;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      keepAlive: true,
      pipeline: true,
      onConnect: async (client) => {
        await recognizePooler(client);
        const [own, others] = await Promise.all([primary(READ_MARK, []), client.query(READ_MARK)]);
        if (own[0]?.secret_mark !== others.rows[0]?.secret_mark)
          throw new Error('it belongs to another deployment');
      },
    });
    // The pool replaces a connection that breaks, and a read on it fails.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Whether the last attempt to use it failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * Reads on one connection, once `hasCaughtUp` says that it may be read. Nothing is returned if it is behind or fails; errors
   * of the read itself are passed on.
   */
  read<T>(
    hasCaughtUp: (connection: Connection) => Promise<boolean>,
    read: (connection: Connection) => Promise<T>,
  ): Promise<ReplicaResult<T>> {
    return this.#slots.run(() => this.#readNow(hasCaughtUp, read));
  }

  async #readNow<T>(
    hasCaughtUp: (connection: Connection) => Promise<boolean>,
    read: (connection: Connection) => Promise<T>,
  ): Promise<ReplicaResult<T>> {
    if (performance.now() < this.#avoidedUntil) return undefined;
    const client = await this.#connect();
    if (!client) return undefined;
    try {
      const connection = connectionOf(client);
      for (let check = 1; !(await hasCaughtUp(connection)); check++) {
        if (check === CHECKS) return undefined;
        await pause(CHECK_MILLISECONDS);
      }
      const value = await read(connection);
      this.#hasFailed = false;
      return { value };
    } catch (error) {
      // Standbys also end reads that conflict with what they have to apply.
      if (error instanceof ApiError && error.status === 503) return undefined;
      throw error;
    } finally {
      client.release();
    }
  }

  async #connect(): Promise<pg.PoolClient | undefined> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      this.#avoidedUntil = performance.now() + AVOIDED_MILLISECONDS;
      if (!this.#hasFailed)
        this.#warn(
          `The database of --database-read-url cannot be used: ${error instanceof Error ? error.message : 'no response'}. Its reads use --database-url.`,
        );
      this.#hasFailed = true;
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
