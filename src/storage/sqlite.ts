// The embedded engine: SQLite in WAL mode inside this process. One connection writes, others read. A commit is
// durable once the write-ahead log was synced, which happens in the thread pool while the event loop goes on.

import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database, { type Statement } from 'better-sqlite3';
import { CheckpointThread } from './checkpoint-thread.ts';
import type { Connection, EngineDriver, WriteTransaction } from './connection.ts';
import { kyselyOn } from './kysely-dialect.ts';
import { migrate, UnusableDatabase } from './migrations/migrate.ts';
import type { Execute, Row } from './session.ts';

/** Distinct statements are few hundred; a bound all the same, for queries that are put together. */
const MAX_STATEMENTS = 1000;
const SNAPSHOT_CONNECTIONS = 4;

/** How committed pages are made durable; tests put a stand-in here. */
export type Flush = (walFile: FileHandle) => Promise<void>;

const flushToDisk: Flush = (walFile) => walFile.datasync();

class SqliteConnection implements Connection {
  readonly raw: Database.Database;
  readonly db: Connection['db'];
  readonly #statements = new Map<string, Statement>();
  #executed = 0;

  constructor(file: string, readonly: boolean) {
    this.raw = new Database(file, { readonly });
    this.raw.pragma('busy_timeout = 5000');
    this.raw.pragma('foreign_keys = OFF');
    this.raw.pragma('cache_size = -8000');
    this.raw.pragma('temp_store = MEMORY');
    this.db = kyselyOn('sqlite', this.execute);
  }

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
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const made = this.raw.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  close(): void {
    this.#statements.clear();
    this.raw.close();
  }
}

export interface SqliteOptions {
  readonly file: string;
  readonly flush?: Flush;
}

/** Opens (or makes) the database file and brings its schema up to date. */
export async function openSqlite(options: SqliteOptions): Promise<EngineDriver> {
  await mkdir(dirname(options.file), { recursive: true });
  let writing: SqliteConnection;
  try {
    writing = new SqliteConnection(options.file, false);
    writing.raw.pragma('journal_mode = WAL');
    writing.raw.pragma('synchronous = NORMAL');
    writing.raw.pragma('wal_autocheckpoint = 0');
  } catch (error) {
    throw new UnusableDatabase(`The database ${options.file} cannot be opened: ${(error as Error).message}.`);
  }
  writing.command('begin immediate');
  try {
    await migrate('sqlite', writing.execute);
    writing.command('commit');
  } catch (error) {
    if (writing.raw.inTransaction) writing.command('rollback');
    writing.close();
    throw error;
  }
  const walFile = await open(`${options.file}-wal`, 'r+');
  const directory = await open(dirname(options.file), 'r');
  await walFile.datasync();
  await directory.sync().catch(() => undefined);
  await directory.close();
  return new SqliteDriver(options.file, writing, walFile, options.flush ?? flushToDisk);
}

class SqliteDriver implements EngineDriver {
  readonly engine = 'sqlite';
  readonly writesAreGlobal = true;
  readonly reading: SqliteConnection;
  readonly #file: string;
  readonly #writing: SqliteConnection;
  readonly #walFile: FileHandle;
  readonly #flush: Flush;
  readonly #checkpoints: CheckpointThread;
  readonly #idleSnapshots: SqliteConnection[] = [];
  #snapshots = 0;
  readonly #waitingForSnapshot: (() => void)[] = [];

  constructor(file: string, writing: SqliteConnection, walFile: FileHandle, flush: Flush) {
    this.#file = file;
    this.#writing = writing;
    this.#walFile = walFile;
    this.#flush = flush;
    this.reading = new SqliteConnection(file, true);
    this.#checkpoints = new CheckpointThread(file);
  }

  async snapshot<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    while (this.#snapshots >= SNAPSHOT_CONNECTIONS) {
      await new Promise<void>((resolve) => this.#waitingForSnapshot.push(resolve));
    }
    this.#snapshots++;
    const connection = this.#idleSnapshots.pop() ?? new SqliteConnection(this.#file, true);
    connection.command('begin');
    try {
      return await read(connection);
    } finally {
      connection.command('commit');
      this.#idleSnapshots.push(connection);
      this.#snapshots--;
      this.#waitingForSnapshot.shift()?.();
    }
  }

  async beginWrite(): Promise<WriteTransaction> {
    const connection = this.#writing;
    connection.command('begin immediate');
    return {
      execute: connection.execute,
      db: connection.db,
      savepoint: async () => connection.command('savepoint unit'),
      release: async () => connection.command('release unit'),
      rollbackToSavepoint: async () => {
        connection.command('rollback to unit');
        connection.command('release unit');
      },
      commit: async () => {
        connection.command('commit');
        await this.#flush(this.#walFile);
        this.#checkpoints.committed(connection.takeStatementCount());
      },
      rollback: async () => {
        if (connection.raw.inTransaction) connection.command('rollback');
      },
    };
  }

  async listen(): Promise<void> {}

  announce(): void {}

  async isAlive(): Promise<boolean> {
    try {
      await this.reading.execute('select 1 as one', []);
      await stat(this.#file);
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#checkpoints.close();
    for (const connection of this.#idleSnapshots) connection.close();
    this.reading.close();
    await this.#walFile.close();
    this.#writing.raw.pragma('wal_checkpoint(TRUNCATE)');
    this.#writing.close();
  }
}
