// The types with which code reads and writes the database. They enforce the difference: a reader cannot write, and
// a writer exists only inside a unit of work.

import type { Kysely } from 'kysely';
import type { LogEntry, NewEvent } from '../api-contract/event.ts';
import type { Secrets } from './column-secrets.ts';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';
export type Row = Record<string, unknown>;

/** Runs one statement with its parameters and returns its rows. */
export type Execute = (sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** A statement with its parameters. */
export interface StatementWithValues {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs several statements that read as one; returns the rows of each. */
export type ExecuteTogether = (statements: readonly StatementWithValues[]) => Promise<Row[][]>;

/** The query builder without the methods that write. */
type ReadDatabase = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'getExecutor'
>;

export interface Reader {
  readonly engine: Engine;
  readonly organizationId: number;
  /** For queries that are rare or vary in form; hot ones are prepared (`prepared.ts`). */
  readonly db: ReadDatabase;
  readonly execute: Execute;
  /** Undefined where statements gain nothing from it, for example because they are pipelined. */
  readonly executeTogether?: ExecuteTogether | undefined;
  /** For columns that hold secrets of other systems. */
  readonly secrets: Secrets;
}

/**
 * Who caused a unit of work: an account, a command, an identity provider through SCIM, or the directory sync.
 */
export type UnitActor = { readonly accountId: number } | 'command' | 'scim' | 'directory_sync';

export interface Writer extends Reader {
  readonly db: Kysely<Schema>;
  /** Seconds since 1970, the same throughout the unit. */
  readonly now: number;
  /** Undefined for the service itself, or for a person who is not identified yet. */
  readonly actor: UnitActor | undefined;
  /** Draws the next position of the organization's log. */
  nextSequence(): number;
  /**
   * Appends an event to the log, at a position drawn before or at the next one; returns the position.
   * @example
   * writer.emit(draftRemoved(account.id, 5));
   */
  emit(event: NewEvent, sequence?: number): number;
  /** The entries that this unit has appended so far. */
  readonly emitted: readonly LogEntry[];
  /**
   * Defers work to the end of the transaction, if the unit is kept: for work that an engine does better once
   * for all units of a group. Deferred work runs in order. If it fails, so does the whole group.
   */
  atCommit(work: (writer: Writer) => Promise<void>): void;
}
