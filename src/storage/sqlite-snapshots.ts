// Reads that all see one state of the embedded database, each on a connection of its own with a read transaction open.
// While one is open the write-ahead log cannot start over; so they are few, can be held back for a moment, and one that
// stays open for too long is ended.

import { databaseUnavailable } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { Begin, Connection } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import type { Execute } from './session.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** How often those that are open are looked at while somebody waits for their end. */
const LOOK_MILLISECONDS = 10;

const nextLook = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));

/** A connection of the pool, and the read transaction on it. */
class SnapshotConnection implements Connection {
  readonly db: Connection['db'];
  readonly #connection: SqliteConnection;
  #openedAt: number | undefined;

  constructor(file: string) {
    this.#connection = new SqliteConnection(file, 'reading');
    this.db = kyselyOn('sqlite', this.execute);
  }

  readonly execute: Execute = async (sql, values) => {
    if (!this.isOpen) throw databaseUnavailable(new Error('The snapshot was open for too long.'));
    return this.#connection.execute(sql, values);
  };

  get isOpen(): boolean {
    return this.#openedAt !== undefined;
  }

  isOlderThan(milliseconds: number): boolean {
    return this.#openedAt !== undefined && performance.now() - this.#openedAt >= milliseconds;
  }

  open(): void {
    this.#connection.beginRead();
    this.#openedAt = performance.now();
  }

  /** Ends the transaction; whoever goes on reading is refused. */
  end(): void {
    if (!this.isOpen) return;
    this.#openedAt = undefined;
    this.#connection.endRead();
  }

  close(): void {
    this.#connection.close();
  }
}

/** The snapshots of one database file. */
export class SqliteSnapshots {
  readonly #file: string;
  /** What a snapshot waits for before it begins; undefined where it need not. */
  readonly #before: () => Promise<void> | undefined;
  readonly #idle: SnapshotConnection[] = [];
  readonly #taken = new Set<SnapshotConnection>();
  readonly #waiting: (() => void)[] = [];
  #isHeldBack = false;

  constructor(file: string, before: () => Promise<void> | undefined) {
    this.#file = file;
    this.#before = before;
  }

  /**
   * Runs reads that all see one state, from when `begin` opens it.
   * @throws 503 where they took so long that the write-ahead log could not wait
   */
  async run<P, T>(begin: Begin<P>, read: (connection: Connection, begun: P) => Promise<T>): Promise<T> {
    const connection = await this.#turn();
    try {
      const begun = await begin(async () => {
        // Its time may have come later.
        for (let before = this.#before(); before; before = this.#before()) await before;
        connection.open();
        return connection;
      });
      return await read(connection, begun);
    } finally {
      connection.end();
      this.#taken.delete(connection);
      this.#idle.push(connection);
      this.#waiting.shift()?.();
    }
  }

  /** Waits for one of the connections, and takes it in the same turn in which it is seen to be free. */
  async #turn(): Promise<SnapshotConnection> {
    for (;;) {
      while (this.#isHeldBack || this.#taken.size >= limits.snapshotsAtOnce) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      const before = this.#before();
      if (before) {
        await before;
        continue;
      }
      const connection = this.#idle.pop() ?? new SnapshotConnection(this.#file);
      this.#taken.add(connection);
      return connection;
    }
  }

  /** Whether a read transaction is open. */
  get isAnyOpen(): boolean {
    return [...this.#taken].some((connection) => connection.isOpen);
  }

  /** Lets none begin until `letOn`. */
  holdBack(): void {
    this.#isHeldBack = true;
  }

  /** Lets those that were held back begin. */
  letOn(): void {
    this.#isHeldBack = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Waits for at most so many milliseconds until none is open; tells whether that came about. */
  async haveEndedWithin(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    while (this.isAnyOpen && performance.now() < until) await nextLook();
    return !this.isAnyOpen;
  }

  /** Ends those that are open for longer than so many milliseconds; resolves when none is open. */
  async endAfter(milliseconds: number): Promise<void> {
    while (this.isAnyOpen) {
      for (const connection of this.#taken) if (connection.isOlderThan(milliseconds)) connection.end();
      await nextLook();
    }
  }

  /** Ends the connections; none may be in use. */
  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}
