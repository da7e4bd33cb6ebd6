// Snapshots of the embedded database: reads that all see one state, each on a connection of its own with an open
// read transaction. An open snapshot prevents the write-ahead log from starting over. Snapshots are therefore few,
// can be delayed briefly, and are ended if they stay open for too long.

import { databaseUnavailable } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { BeginSnapshot, Connection } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import type { Execute, ExecuteTogether } from './reader-writer.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** How often open snapshots are checked while the write-ahead log waits for them to end. */
const POLL_MILLISECONDS = 10;

const nextPoll = () => new Promise<void>((resolve) => setTimeout(resolve, POLL_MILLISECONDS));

/** A pooled connection with its read transaction. */
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

  readonly executeTogether: ExecuteTogether = async (statements) => {
    if (!this.isOpen) throw databaseUnavailable(new Error('The snapshot was open for too long.'));
    return this.#connection.executeTogether(statements);
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

  /** Ends the transaction; later reads are refused. */
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
  /** Returns what a snapshot must wait for before it begins; undefined if nothing. */
  readonly #blockedBy: () => Promise<void> | undefined;
  readonly #idle: SnapshotConnection[] = [];
  readonly #inUse = new Set<SnapshotConnection>();
  readonly #waiting: (() => void)[] = [];
  #isBlocked = false;

  constructor(file: string, blockedBy: () => Promise<void> | undefined) {
    this.#file = file;
    this.#blockedBy = blockedBy;
  }

  /**
   * Runs reads that all see one state, from the moment when `begin` opens the snapshot.
   * @throws 503 if they took so long that the write-ahead log could not wait
   */
  async run<P, T>(
    begin: BeginSnapshot<P>,
    read: (connection: Connection, begun: P) => Promise<T>,
  ): Promise<T> {
    const connection = await this.#takeConnection();
    try {
      const prepared = await begin(async () => {
        // A block may have begun since the connection was taken.
        for (let blocked = this.#blockedBy(); blocked; blocked = this.#blockedBy()) await blocked;
        connection.open();
        return connection;
      });
      return await read(connection, prepared);
    } finally {
      connection.end();
      this.#inUse.delete(connection);
      this.#idle.push(connection);
      this.#waiting.shift()?.();
    }
  }

  /** Waits for a free connection, and takes it in the same turn of the event loop in which it is found free. */
  async #takeConnection(): Promise<SnapshotConnection> {
    for (;;) {
      while (this.#isBlocked || this.#inUse.size >= limits.snapshotsAtOnce) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      const blocked = this.#blockedBy();
      if (blocked) {
        await blocked;
        continue;
      }
      const connection = this.#idle.pop() ?? new SnapshotConnection(this.#file);
      this.#inUse.add(connection);
      return connection;
    }
  }

  /** Whether a read transaction is open. */
  get isAnyOpen(): boolean {
    return [...this.#inUse].some((connection) => connection.isOpen);
  }

  /** Lets no snapshot begin until `unblock`. */
  block(): void {
    this.#isBlocked = true;
  }

  /** Lets delayed snapshots begin. */
  unblock(): void {
    this.#isBlocked = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Waits until no snapshot is open, for at most the given time; returns whether none is. */
  async waitForEnd(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    while (this.isAnyOpen && performance.now() < until) await nextPoll();
    return !this.isAnyOpen;
  }

  /** Ends snapshots that have been open for longer than the given time; resolves when none is open. */
  async endAfter(milliseconds: number): Promise<void> {
    while (this.isAnyOpen) {
      for (const connection of this.#inUse) if (connection.isOlderThan(milliseconds)) connection.end();
      await nextPoll();
    }
  }

  /** Closes the connections; none may be in use. */
  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}
