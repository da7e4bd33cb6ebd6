// The embedded engine: SQLite in WAL mode inside this process. One connection writes, others read. A commit is
// durable once the write-ahead log was synced, which happens in the thread pool while the event loop goes on.

import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits } from '../contract/limits.ts';
import { messageOf } from '../contract/thrown.ts';
import { CheckpointThread } from './checkpoint-thread.ts';
import type { Connection, EngineDriver, WriteTransaction } from './connection.ts';
import { migrate, UnusableDatabase } from './migrations/migrate.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** How committed pages are made durable; tests put a stand-in here. */
export type Flush = (walFile: FileHandle) => Promise<void>;

const flushToDisk: Flush = (walFile) => walFile.datasync();

export interface SqliteOptions {
  readonly file: string;
  readonly flush?: Flush;
}

/**
 * Opens (or makes) the database file and brings its schema up to date.
 * @throws UnusableDatabase for a file that is no database, or one that a newer version wrote
 */
export async function openSqlite(options: SqliteOptions): Promise<EngineDriver> {
  await mkdir(dirname(options.file), { recursive: true });
  let writing: SqliteConnection;
  try {
    writing = new SqliteConnection(options.file, 'writing');
    writing.raw.pragma('journal_mode = WAL');
    writing.raw.pragma('synchronous = NORMAL');
    writing.raw.pragma('wal_autocheckpoint = 0');
  } catch (error) {
    throw new UnusableDatabase(`The database ${options.file} cannot be opened: ${messageOf(error)}.`);
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
    this.reading = new SqliteConnection(file, 'reading');
    this.#checkpoints = new CheckpointThread(file);
  }

  async snapshot<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    while (this.#snapshots >= limits.snapshotsAtOnce) {
      await new Promise<void>((resolve) => this.#waitingForSnapshot.push(resolve));
    }
    this.#snapshots++;
    const connection = this.#idleSnapshots.pop() ?? new SqliteConnection(this.#file, 'reading');
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

  /** Nothing to hear: the file has one server. */
  async listen(): Promise<void> {}

  /** Nobody to tell. */
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
