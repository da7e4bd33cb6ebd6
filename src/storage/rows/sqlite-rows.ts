// All rows of a file of the embedded engine, and a file that is filled with rows.

import { chmod, open } from 'node:fs/promises';
import Database, { type Database as Raw } from 'better-sqlite3';
import type { Execute, Row } from '../session.ts';
import { type RowSource, selectAll } from './rows.ts';
import type { TableShape } from './table-structure.ts';

const ROWS_AT_ONCE = 500;
const ALL_PAGES = 0x7fffffff;

/** A connection to a file, for rows alone; a statement waits for a lock for as long as the library has it: five seconds. */
export class SqliteRows implements RowSource {
  readonly engine = 'sqlite';
  readonly #raw: Raw;

  private constructor(raw: Raw) {
    this.#raw = raw;
  }

  /** Opens a file to read its rows as they are now. */
  static reading(file: string): SqliteRows {
    const rows = new SqliteRows(new Database(file, { fileMustExist: true }));
    rows.command('pragma query_only = on');
    rows.command('begin');
    return rows;
  }

  /** Opens a file to look at it, each time as it is then. */
  static looking(file: string): SqliteRows {
    return new SqliteRows(new Database(file, { readonly: true }));
  }

  /** Opens a file to fill it; makes it where there is none, for its owner alone. */
  static async filling(file: string): Promise<SqliteRows> {
    await (await open(file, 'a', 0o600)).close();
    return new SqliteRows(new Database(file));
  }

  /** An empty database that nothing remembers. */
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

  async *rows(table: TableShape): AsyncGenerator<readonly (readonly unknown[])[]> {
    let together: unknown[][] = [];
    for (const row of this.#raw.prepare(selectAll(table)).raw().iterate()) {
      together.push(row as unknown[]);
      if (together.length < ROWS_AT_ONCE) continue;
      yield together;
      together = [];
    }
    yield together;
  }

  close(): void {
    this.#raw.close();
  }
}

/**
 * Copies a database, also one that others write to, as it is at one moment; they go on writing meanwhile. The copy is
 * for its owner alone.
 */
export async function copyOfSqlite(file: string, to: string): Promise<void> {
  const raw = new Database(file, { readonly: true });
  try {
    // All that is left in one step: whoever commits between two makes the copy begin anew.
    await raw.backup(to, { progress: () => ALL_PAGES });
    await chmod(to, 0o600);
  } finally {
    raw.close();
  }
}
