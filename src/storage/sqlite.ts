// The embedded engine: SQLite in WAL mode inside this process. One connection writes, others read. A commit is
// durable once the write-ahead log is synced, which happens in the thread pool while the event loop goes on. Only
// then do readers see it.

import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../errors/error-detail.ts';
import { CheckpointThread } from './checkpoint-thread.ts';
import type {
  BeginSnapshot,
  Connection,
  DatabaseSizes,
  EngineDriver,
  ReplicaLag,
  WriteTransaction,
} from './connection.ts';
import { type KnownMigrations, migrate, UnusableDatabaseError } from './migrations/migrate.ts';
import { databaseReadOnly } from './read-only.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { type Flush, SqliteFlush } from './sqlite-flush.ts';
import { isFileReadOnly } from './sqlite-read-only.ts';
import { SqliteSnapshots } from './sqlite-snapshots.ts';
import type { Warn } from './warn.ts';
import { RESTART_BYTES, WriteAheadLog } from './write-ahead-log.ts';

const flushToDisk: Flush = (walFile) => walFile.datasync();

export interface SqliteOptions {
  readonly file: string;
  readonly flush?: Flush;
  readonly warn?: Warn;
  readonly isReplicated?: boolean | undefined;
  /** Leaves the log as it is on closing, unless this is the last connection. */
  readonly leavesLog?: boolean | undefined;
  readonly beforeMigrating?: (() => Promise<void>) | undefined;
  readonly migrations?: KnownMigrations | undefined;
}

/**
 * Opens or creates the database file and brings its schema up to date.
 * @throws UnusableDatabaseError for a file that is not a database, or that a newer version wrote
 */
export async function openSqlite(options: SqliteOptions): Promise<EngineDriver> {
  await mkdir(dirname(options.file), { recursive: true });
  let writing: SqliteConnection;
  try {
    writing = new SqliteConnection(options.file, 'writing');
    writing.pragma('journal_mode = WAL');
    writing.pragma('synchronous = NORMAL');
    // Overwrite deleted content where that needs no additional writes.
    writing.pragma('secure_delete = FAST');
    writing.pragma('wal_autocheckpoint = 0');
    writing.pragma(`journal_size_limit = ${RESTART_BYTES}`);
  } catch (error) {
    throw new UnusableDatabaseError(`The database ${options.file} cannot be opened: ${messageOf(error)}.`);
  }
  writing.command('begin immediate');
  try {
    await migrate('sqlite', writing.execute, {
      ...options.migrations,
      beforeChange: options.beforeMigrating,
    });
    writing.command('commit');
  } catch (error) {
    if (writing.isInTransaction) writing.command('rollback');
    writing.close();
    throw error;
  }
  const walFile = await open(`${options.file}-wal`, 'r+');
  const directory = await open(dirname(options.file), 'r');
  const flush = options.flush ?? flushToDisk;
  await flush(walFile);
  // Systems that cannot sync directories do not need it.
  await directory.sync().catch(() => undefined);
  await directory.close();
  return new SqliteDriver({ ...options, flush }, writing, walFile);
}

class SqliteDriver implements EngineDriver {
  readonly engine = 'sqlite';
  readonly writesAreGlobal = true;
  readonly reading: SqliteConnection;
  readonly #file: string;
  readonly #writing: SqliteConnection;
  readonly #walFile: FileHandle;
  readonly #flush: SqliteFlush;
  readonly #snapshots: SqliteSnapshots;
  readonly #log: WriteAheadLog;
  readonly #leavesLog: boolean;

  constructor(
    options: SqliteOptions & { readonly flush: Flush },
    writing: SqliteConnection,
    walFile: FileHandle,
  ) {
    const { file } = options;
    this.#file = file;
    this.#leavesLog = options.leavesLog ?? options.isReplicated ?? false;
    this.#writing = writing;
    this.#walFile = walFile;
    this.reading = new SqliteConnection(file, 'reading');
    this.#flush = new SqliteFlush(this.reading, walFile, options.flush);
    this.#snapshots = new SqliteSnapshots(file, () => this.#log.exclusive ?? this.#flush.syncing);
    this.#log = new WriteAheadLog({
      writing,
      walFile,
      snapshots: this.#snapshots,
      thread: new CheckpointThread(file),
      warn: options.warn ?? (() => undefined),
      isReplicated: options.isReplicated ?? false,
    });
  }

  snapshot<P, T>(
    begin: BeginSnapshot<P>,
    read: (connection: Connection, begun: P) => Promise<T>,
  ): Promise<T> {
    return this.#snapshots.run(begin, read);
  }

  async beginWrite(): Promise<WriteTransaction> {
    await this.#log.beforeWrite();
    const connection = this.#writing;
    connection.command('begin immediate');
    // Asked within the transaction, for which a command that makes the database read-only waits.
    if (isFileReadOnly(this.#file)) {
      connection.command('rollback');
      throw databaseReadOnly();
    }
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
        await this.#flush.commit(() => connection.command('commit'));
        this.#log.onCommit();
      },
      rollback: async () => {
        if (connection.isInTransaction) connection.command('rollback');
      },
    };
  }

  settle(): Promise<void> {
    return this.#flush.settle();
  }

  /** Nothing to do: the file has only one server. */
  async listen(): Promise<void> {}

  /** The file has no standby. */
  async readOnReplica(): Promise<undefined> {
    return undefined;
  }

  readonly hasReplicaFailed = false;

  /** There are no other servers to hear from. */
  readonly isListening = true;

  /** Nothing to do: there are no other servers. */
  announce(): void {}

  /** Nothing to do: there are no other servers. */
  broadcast(): void {}

  async shouldLeaveWork(): Promise<boolean> {
    return isFileReadOnly(this.#file);
  }

  async isAlive(): Promise<boolean> {
    try {
      await this.reading.execute('select 1 as one', []);
      await stat(this.#file);
      return true;
    } catch {
      return false;
    }
  }

  /** The file has no standbys. */
  async replicas(): Promise<ReplicaLag[]> {
    return [];
  }

  async sizes(): Promise<DatabaseSizes> {
    const [database, log] = await Promise.all([stat(this.#file), this.#walFile.stat()]);
    return { database: database.size, writeAheadLog: log.size };
  }

  async close(): Promise<void> {
    await this.#log.close();
    this.#snapshots.close();
    this.reading.close();
    await this.#walFile.close();
    if (!this.#leavesLog) this.#writing.pragma('wal_checkpoint(TRUNCATE)');
    this.#writing.close();
  }
}
