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
  savepoint(): Promise<void>;
  release(): Promise<void>;
  rollbackToSavepoint(): Promise<void>;
  /** Commits; resolves once the data would survive a loss of power. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface EngineDriver {
  readonly engine: Engine;
  /** For single reads, each its own snapshot. */
  readonly reading: Connection;
  /** Runs reads that all see one state of the database. */
  snapshot<T>(read: (connection: Connection) => Promise<T>): Promise<T>;
  beginWrite(): Promise<WriteTransaction>;
  /** Whether several organizations' units share one write transaction (one writer), or each has its own. */
  readonly writesAreGlobal: boolean;
  /** Calls back when another server has committed for an organization; resolves when listening. */
  listen(onCommit: (organizationId: number) => void): Promise<void>;
  /** Tells other servers that an organization's log has grown. */
  announce(organizationIds: readonly number[]): void;
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}
