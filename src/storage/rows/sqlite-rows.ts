// Reads all rows of an SQLite file, or fills one.

import { chmod, open } from 'node:fs/promises';
import Database, { type Database as Raw } from 'better-sqlite3';
import type { Execute, Row } from '../reader-writer.ts';
import { type RowSource, selectAll } from './rows.ts';
import type { TableStructure } from './table-structure.ts';

const ROWS_AT_ONCE = 500;
const ALL_PAGES = 0x7fffffff;

/** A connection that only reads or inserts rows. A statement waits for a lock for the library's default of five seconds. */
export class SqliteRows implements RowSource {
  readonly engine = 'sqlite';
  readonly #raw: Raw;

  private constructor(raw: Raw) {
    this.#raw = raw;
  }

  /** Opens a file and reads its rows as of now. */
  static forReading(file: string): SqliteRows {
    const rows = new SqliteRows(new Database(file, { fileMustExist: true }));
    rows.command('pragma query_only = on');
    rows.command('begin');
    return rows;
  }

  /** Opens a file read-only; each read sees the newest state. */
  static readOnly(file: string): SqliteRows {
    return new SqliteRows(new Database(file, { readonly: true }));
  }

  /** Opens a file to fill it. Creates it if necessary, readable for its owner only. */
  static async forFilling(file: string): Promise<SqliteRows> {
    await (await open(file, 'a', 0o600)).close();
    return new SqliteRows(new Database(file));
  }

  /** An empty database in memory. */
  static inMemory(): SqliteRows {
    return new SqliteRows(new Database(':memory:'));
  }

  readonly execute: Execute = async (sql, values) => {
    const statement = this.#raw.prepare(sql);
    if (statement.reader) return statement.all(...values) as Row[];
    statement.run(...values);
    return [];
  };

  /** Runs a statement without parameters, or a `pragma`. */
  command(sql: string): void {
    this.#raw.exec(sql);
  }

  async *rows(table: TableStructure): AsyncGenerator<readonly (readonly unknown[])[]> {
    let batch: unknown[][] = [];
    for (const row of this.#raw.prepare(selectAll(table)).raw().iterate()) {
      batch.push(row as unknown[]);
      if (batch.length < ROWS_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  close(): void {
    this.#raw.close();
  }
}

/** Copies a database as of one moment, even while other programs write to it. The copy is readable for its owner only. */
export async function copySqlite(file: string, to: string): Promise<void> {
  const raw = new Database(file, { readonly: true });
  try {
    // In a single step: a commit between two steps would make the copy start over.
    await raw.backup(to, { progress: () => ALL_PAGES });
    await chmod(to, 0o600);
  } finally {
    raw.close();
  }
}
