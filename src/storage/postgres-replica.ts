// Long reads on a standby of the database (`--database-read-url`), so that searches, counts, exports and digests take
// nothing from writes. A standby is a moment behind: a read uses it only if it has everything that the reader may know of,
// and the database itself otherwise. So no client misses what it has just written.

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ApiError, databaseUnavailable } from '../api-contract/error.ts';
import { Semaphore } from '../api-contract/semaphore.ts';
import { messageOf } from '../errors/error-detail.ts';
import type { Connection } from './connection.ts';
import { connectionOf } from './postgres-connection.ts';
import { recognizePooler } from './postgres-pooler.ts';
import type { Execute } from './reader-writer.ts';
import type { Warn } from './warn.ts';

/** Long reads of one server at the same time; further ones wait. */
const CONNECTIONS = 5;
/** How long it may take to accept a connection, or to say what it has. */
const ANSWER_MILLISECONDS = 2000;
/** How long one statement of a read may take. */
const STATEMENT_MILLISECONDS = 30_000;
/** After a failure reads use the database itself until it answers again, which is tried at this interval. */
const RETRY_MILLISECONDS = 10_000;
/** How often, and at which interval, it is asked whether it has caught up: it is usually milliseconds behind. */
const CHECKS = 5;
const CHECK_MILLISECONDS = 20;

/** Two databases with the same mark belong to the same deployment. */
const READ_MARK = 'select secret_mark from deployment where id = 1';

/** The value of a read, or nothing if it has to be repeated on the database itself. */
export type ReplicaResult<T> = { readonly value: T } | undefined;

/** @throws 503 if it takes too long: a standby that is paused or cut off does not refuse, it is silent */
async function answerOf<T>(question: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(databaseUnavailable(new Error('it does not answer'))),
      ANSWER_MILLISECONDS,
    );
  });
  try {
    return await Promise.race([question, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** A standby that is read from. */
export class PostgresReplica {
  readonly #pool: pg.Pool;
  readonly #warn: Warn;
  /** Waits before the pool, whose limit of time is for a standby that does not answer. */
  readonly #slots = new Semaphore(CONNECTIONS);
  #hasFailed = false;
  #retry: NodeJS.Timeout | undefined;

  /** @param primary reads the database itself */
  constructor(url: string, primary: Execute, warn: Warn) {
    this.#warn = warn;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: ANSWER_MILLISECONDS,
      query_timeout: STATEMENT_MILLISECONDS,
      keepAlive: true,
      pipeline: true,
      onConnect: async (client) => {
        await answerOf(recognizePooler(client));
        const [own, others] = await Promise.all([primary(READ_MARK, []), answerOf(client.query(READ_MARK))]);
        if (own[0]?.secret_mark !== others.rows[0]?.secret_mark)
          throw new Error('it belongs to another deployment');
      },
    });
    // The pool replaces a connection that breaks, and a read on it fails.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Whether it failed, and has not answered since. */
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
    if (this.#hasFailed) return undefined;
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
    let isBroken = false;
    try {
      const connection = connectionOf(client);
      for (let check = 1; !(await answerOf(hasCaughtUp(connection))); check++) {
        if (check === CHECKS) return undefined;
        await pause(CHECK_MILLISECONDS);
      }
      return { value: await read(connection) };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503)) throw error;
      // Standbys also end reads that conflict with what they have to apply, and answer the next ones.
      isBroken = await answerOf(client.query('select 1')).then(
        () => false,
        () => true,
      );
      if (isBroken) this.#fail(error);
      return undefined;
    } finally {
      client.release(isBroken);
    }
  }

  /** Avoids it until it answers, and warns unless that is known. */
  #fail(error: unknown): void {
    this.#retry ??= setTimeout(() => void this.#tryAgain(), RETRY_MILLISECONDS).unref();
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    this.#warn(
      `The database of --database-read-url cannot be used: ${messageOf(cause)}. Its reads use --database-url.`,
    );
  }

  async #tryAgain(): Promise<void> {
    this.#retry = undefined;
    try {
      const client = await this.#pool.connect();
      let hasAnswered = false;
      try {
        await answerOf(client.query('select 1'));
        hasAnswered = true;
      } finally {
        client.release(!hasAnswered);
      }
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#pool.ending) this.#fail(error);
    }
  }

  close(): Promise<void> {
    clearTimeout(this.#retry);
    return this.#pool.end();
  }
}
