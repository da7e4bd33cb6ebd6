// What an engine gives to the layers above it: sessions that read, snapshots, and transactions that write.

import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { Engine, Execute } from './session.ts';

/** One physical connection with the query builder on it. */
export interface Connection {
  readonly execute: Execute;
  readonly db: Kysely<Schema>;
}

/** A write transaction that a group of units shares. */
export interface WriteTransaction extends Connection {
  /** Marks the place that `rollbackToSavepoint` goes back to. There is one at a time. */
  savepoint(): Promise<void>;
  /** Keeps what was done since the savepoint. */
  release(): Promise<void>;
  /** Takes back what was done since the savepoint, which is then gone. */
  rollbackToSavepoint(): Promise<void>;
  /** Commits; resolves once the data would survive a loss of power. */
  commit(): Promise<void>;
  /** Takes everything back and ends the transaction; also after a commit that failed. */
  rollback(): Promise<void>;
}

/** Opens a snapshot, and gives what its reads are to know. */
export type Begin<P> = (open: () => Promise<Connection>) => Promise<P>;

/** The room that a database takes, in bytes. */
export interface DatabaseSizes {
  readonly database: number;
  readonly writeAheadLog?: number;
}

/** What the layers above need of an engine. */
export interface EngineDriver {
  readonly engine: Engine;
  /** For single reads, each its own snapshot. */
  readonly reading: Connection;
  /**
   * Runs reads that all see one state of the database: that of the first of them. `begin` opens the snapshot when its time
   * has come, and one that waits for that holds nobody up.
   */
  snapshot<P, T>(begin: Begin<P>, read: (connection: Connection, begun: P) => Promise<T>): Promise<T>;
  /** Begins a write transaction; it must be committed or rolled back. */
  beginWrite(): Promise<WriteTransaction>;
  /**
   * Makes certain what a commit that failed has left: kept for good, or gone. Rejects where that is not possible now;
   * nothing may be written before it is.
   */
  settle(): Promise<void>;
  /** Whether several organizations' units share one write transaction (one writer), or each has its own. */
  readonly writesAreGlobal: boolean;
  /** Calls back when another server has committed for an organization; resolves when listening. */
  listen(onCommit: (organizationId: number) => void): Promise<void>;
  /** Tells other servers that an organization's log has grown. */
  announce(organizationIds: readonly number[]): void;
  /** Whether what nobody asks for now is to be done by other servers of the database, whose clocks are right. */
  leavesWork(): Promise<boolean>;
  /** Whether the database answers. */
  isAlive(): Promise<boolean>;
  /** Bytes that the database takes, and those of its write-ahead log where that is this server's to keep small. */
  sizes(): Promise<DatabaseSizes>;
  /** Ends the connections; nothing may be under way any more. */
  close(): Promise<void>;
}
