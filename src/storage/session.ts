// What code holds that reads or writes the database. The type says which: a reader cannot write, and a writer
// exists only inside a unit of work.

import type { Kysely } from 'kysely';
import type { LogEntry, NewEvent } from '../api-contract/event.ts';
import type { Secrets } from './held-secrets.ts';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';
export type Row = Record<string, unknown>;

/** Runs one statement with its parameters and gives its rows. */
export type Execute = (sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** The query builder without anything that writes. */
type ReadDatabase = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'getExecutor'
>;

/** Reads one organization's data. */
export interface Reader {
  readonly engine: Engine;
  readonly organizationId: number;
  /** For queries that are rare or change their shape; hot ones are prepared (`prepared.ts`). */
  readonly db: ReadDatabase;
  readonly execute: Execute;
  /** For columns that keep what opens something elsewhere. */
  readonly secrets: Secrets;
}

/** Who has a unit of work done: an account, a command, an identity provider's program, or the sync with a directory. */
export type DoneBy = { readonly accountId: number } | 'command' | 'scim' | 'directory_sync';

/** Reads and writes one organization's data inside a unit of work. */
export interface Writer extends Reader {
  readonly db: Kysely<Schema>;
  /** Seconds since 1970, the same through the whole unit. */
  readonly now: number;
  /** Undefined: the service by itself, or somebody who is not known yet. */
  readonly doneBy: DoneBy | undefined;
  /** Draws the next place in the organization's log. */
  nextSequence(): number;
  /**
   * Appends an event to the log, at a place drawn before or at the next one; gives the place.
   * @example
   * writer.emit({
   *   type: 'drafts',
   *   audience: { kind: 'accounts', ids: [account.id] },
   *   payload: { op: 'remove', draft_id: 5 },
   * });
   */
  emit(event: NewEvent, sequence?: number): number;
  /** What this unit has appended so far. */
  readonly emitted: readonly LogEntry[];
  /**
   * Leaves work for the end of the transaction, in the order it was left, if the unit is kept: for what an engine
   * does better once for all units of a group than at the end of each. If it fails, so does the whole group.
   */
  atCommit(work: (writer: Writer) => Promise<void>): void;
}
