// One connection to the file of the embedded engine, with its prepared statements.

import Database, { type Statement } from 'better-sqlite3';
import { limits } from '../contract/limits.ts';
import type { Connection } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import type { Execute, Row } from './session.ts';

/** How long a statement waits for a lock, of the command line's process, say. */
const LOCK_MILLISECONDS = 5000;
/** What each connection keeps of the file in memory. */
const CACHE_KIBIBYTES = 8000;

type Purpose = 'reading' | 'writing';

/** A connection to the file; its statements run at once, in this thread. */
export class SqliteConnection implements Connection {
  readonly raw: Database.Database;
  readonly db: Connection['db'];
  readonly #statements = new Map<string, Statement>();
  #executed = 0;

  constructor(file: string, purpose: Purpose) {
    this.raw = new Database(file, { readonly: purpose === 'reading' });
    this.raw.pragma(`busy_timeout = ${LOCK_MILLISECONDS}`);
    this.raw.pragma('foreign_keys = OFF');
    this.raw.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    this.raw.pragma('temp_store = MEMORY');
    this.db = kyselyOn('sqlite', this.execute);
  }

  /** Runs one statement, prepared once for each text. */
  readonly execute: Execute = async (sql, values) => {
    this.#executed++;
    const statement = this.#statement(sql);
    if (statement.reader) return statement.all(...values) as Row[];
    statement.run(...values);
    return [];
  };

  /** Runs a statement without parameters, such as `begin`. */
  command(sql: string): void {
    this.#statement(sql).run();
  }

  /** How many statements ran since the last time this was asked. */
  takeStatementCount(): number {
    const count = this.#executed;
    this.#executed = 0;
    return count;
  }

  #statement(sql: string): Statement {
    const present = this.#statements.get(sql);
    if (present) return present;
    if (this.#statements.size >= limits.preparedStatements) this.#statements.clear();
    const made = this.raw.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  /** Ends the connection. */
  close(): void {
    this.#statements.clear();
    this.raw.close();
  }
}
