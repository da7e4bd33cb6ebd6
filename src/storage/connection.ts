// The interface between an engine and the layers above it: reads, snapshots and write transactions.

import type { Kysely } from 'kysely';
import type { Engine, Execute, ExecuteTogether } from './reader-writer.ts';
import type { Schema } from './schema.ts';

/** One physical connection with the query builder on it. */
export interface Connection {
  readonly execute: Execute;
  readonly executeTogether?: ExecuteTogether | undefined;
  readonly db: Kysely<Schema>;
}

/** A write transaction that a group of units shares. */
export interface WriteTransaction extends Connection {
  /** Sets the savepoint for `rollbackToSavepoint`. Only one exists at a time. */
  savepoint(): Promise<void>;
  /** Keeps the changes since the savepoint. */
  release(): Promise<void>;
  /** Undoes the changes since the savepoint, and removes the savepoint. */
  rollbackToSavepoint(): Promise<void>;
  /** Commits; resolves once the data would survive a power failure. */
  commit(): Promise<void>;
  /** Undoes all changes and ends the transaction, even after a failed commit. */
  rollback(): Promise<void>;
}

/** Opens a snapshot and returns the value that is passed to its reads. */
export type BeginSnapshot<P> = (open: () => Promise<Connection>) => Promise<P>;

/** The size of a database, in bytes. */
export interface DatabaseSizes {
  readonly database: number;
  readonly writeAheadLog?: number;
}

/** A standby that receives the database's write-ahead log. */
export interface ReplicaLag {
  readonly name: string;
  /** Whether commits wait for it. */
  readonly isSynchronous: boolean;
  /** How much of the log it has not applied, in bytes. */
  readonly bytes: number;
  /** How long it took to apply what it last confirmed, in seconds. */
  readonly seconds: number;
}

/** The interface that every engine implements. */
export interface EngineDriver {
  readonly engine: Engine;
  /** For single reads; each sees its own snapshot. */
  readonly reading: Connection;
  /**
   * Runs reads that all see one state of the database: that of the first read. `begin` decides when to open
   * the snapshot; a snapshot that is still waiting blocks nobody.
   */
  snapshot<P, T>(begin: BeginSnapshot<P>, read: (connection: Connection, begun: P) => Promise<T>): Promise<T>;
  /** Begins a write transaction, which the caller must commit or roll back. */
  beginWrite(): Promise<WriteTransaction>;
  /**
   * Settles the outcome of a failed commit: the change is either durable or gone. Rejects while that is not
   * possible; nothing may be written before it has succeeded.
   */
  settle(): Promise<void>;
  /** Whether units of all organizations share one write transaction; if not, each organization has its own. */
  readonly writesAreGlobal: boolean;
  /** Calls back when another server has committed for an organization, or broadcasts a text. Resolves once it listens. */
  listen(onCommit: (organizationId: number) => void, onBroadcast?: (text: string) => void): Promise<void>;
  /** Sends a text of up to 7,999 bytes to all servers of the database, this one included; it may get lost. */
  broadcast(text: string): void;
  /**
   * Runs long reads on a standby, if there is one and it has caught up. Returns nothing if they have to run on the
   * database itself.
   */
  readOnReplica<T>(
    hasCaughtUp: (connection: Connection) => Promise<boolean>,
    read: (connection: Connection) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined>;
  /** Whether a standby is configured for long reads and cannot be used. */
  readonly hasReplicaFailed: boolean;
  /** Whether the connection over which other servers notify this one is open. */
  readonly isListening: boolean;
  /** Notifies other servers that an organization's log has grown. */
  announce(organizationIds: readonly number[]): void;
  /**
   * Whether background work should be left alone: to other servers of the database, whose clocks are right, or because
   * the database is read-only.
   */
  shouldLeaveWork(): Promise<boolean>;
  /** Whether the database answers. */
  isAlive(): Promise<boolean>;
  /** The size of the database, and of its write-ahead log if this server has to keep that small. */
  sizes(): Promise<DatabaseSizes>;
  /** The standbys, as far as this server may see them; none on the embedded engine. */
  replicas(): Promise<ReplicaLag[]>;
  /** Closes the connections. No statement may still be in progress. */
  close(): Promise<void>;
}
