// One connection to the SQLite file, with its prepared statements.

import Database, { type Statement } from 'better-sqlite3';
import { limits } from '../api-contract/limits.ts';
import type { Connection } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import type { Execute, ExecuteTogether, Row } from './reader-writer.ts';
import { Combinations, type CombinedPart, rowsOf } from './sqlite-combinations.ts';

/** How long a statement waits for a lock, for example one held by the command line. */
const LOCK_MILLISECONDS = 5000;
/** The size of each connection's page cache. */
const CACHE_KIBIBYTES = 8000;

type Purpose = 'reading' | 'writing';

/** A connection to the file; statements run synchronously, in this thread. */
export class SqliteConnection implements Connection {
  readonly #raw: Database.Database;
  readonly db: Connection['db'];
  readonly #statements = new Map<string, Statement>();
  readonly #combinations = new Combinations<Statement>({
    columnsOf: (sql) => this.#columnsOf(sql),
    prepare: (sql) => this.#raw.prepare(sql),
  });

  constructor(file: string, purpose: Purpose) {
    this.#raw = new Database(file, { readonly: purpose === 'reading', timeout: LOCK_MILLISECONDS });
    this.#raw.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    this.#raw.pragma('temp_store = MEMORY');
    this.db = kyselyOn('sqlite', this.execute);
  }

  /** Runs one statement, which is prepared once per text. */
  readonly execute: Execute = async (sql, values) => {
    const statement = this.#statement(sql);
    if (statement.reader) return statement.all(...values) as Row[];
    statement.run(...values);
    return [];
  };

  /**
   * Runs statements that read as one. For statements with few rows: all of them pass through JSON. No column may be a
   * blob.
   */
  readonly executeTogether: ExecuteTogether = async (statements) => {
    const { statement, columns } = this.#combinations.of(statements);
    const parts = statement.all(...statements.flatMap(({ values }) => values)) as CombinedPart[];
    return rowsOf(parts, columns);
  };

  /** Runs a statement without parameters, such as `begin`. */
  command(sql: string): void {
    this.#statement(sql).run();
  }

  /** Reads a setting of the file or connection, or changes it (`name = value`). */
  pragma(text: string): unknown {
    return this.#raw.pragma(text, { simple: true });
  }

  /** Starts to see one state, the current one, until `endRead`. */
  beginRead(): void {
    this.command('begin');
    // A transaction fixes its state at its first read.
    this.#statement('select 1 from sqlite_schema limit 1').get();
  }

  /** Sees the newest state again. */
  endRead(): void {
    this.command('commit');
  }

  get isInTransaction(): boolean {
    return this.#raw.inTransaction;
  }

  /** The pages in the write-ahead log since it started over, and how many of them were moved into the database file. */
  logFrames(): { readonly frames: number; readonly moved: number } {
    // As an array: this statement is prepared at each use, and with it the function that makes objects of its rows.
    const row = this.#statement('pragma wal_checkpoint(noop)').raw().get() as [number, number, number];
    return { frames: row[1], moved: row[2] };
  }

  #statement(sql: string): Statement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    if (this.#statements.size >= limits.preparedStatements) this.#statements.clear();
    const statement = this.#raw.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #columnsOf(sql: string): string[] {
    return this.#statement(sql)
      .columns()
      .map(({ name }) => name);
  }

  close(): void {
    this.#raw.close();
  }
}
