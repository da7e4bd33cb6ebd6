// Commits of the embedded engine become visible when they are on disk. A commit without a sync shows at once to every
// connection that begins to read; so the connection for single reads keeps looking at the state before it until the
// write-ahead log was synced, and snapshots wait for that.

import type { FileHandle } from 'node:fs/promises';
import { databaseUnavailable } from '../api-contract/error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** How the write-ahead log is made durable; tests put a stand-in here. */
export type Flush = (walFile: FileHandle) => Promise<void>;

/** So much of the log is read and written at once where it is written again. */
const CHUNK_BYTES = 1024 * 1024;

export class SqliteFlush {
  readonly #reading: SqliteConnection;
  readonly #walFile: FileHandle;
  readonly #flush: Flush;
  #underWay: Promise<void> | undefined;
  #hasFailed = false;

  constructor(reading: SqliteConnection, walFile: FileHandle, flush: Flush) {
    this.#reading = reading;
    this.#walFile = walFile;
    this.#flush = flush;
  }

  /**
   * What a snapshot waits for, so that it sees nothing that is not on disk; undefined where all is.
   * @throws 503 while it is not known whether the last commit is
   */
  get underWay(): Promise<void> | undefined {
    if (this.#hasFailed) throw databaseUnavailable(new Error('The last commit is not known to be on disk.'));
    return this.#underWay;
  }

  /** Commits, and resolves when that is on disk; until then readers see the state before. */
  async commit(commit: () => void): Promise<void> {
    this.#reading.beginRead();
    try {
      commit();
    } catch (error) {
      this.#reading.endRead();
      throw error;
    }
    await this.#sync(() => this.#flush(this.#walFile));
  }

  /**
   * Brings to disk what a sync that failed has left; does nothing where there is nothing. After a failure the system may
   * take what it could not write for written, so it is written again.
   * @throws what the disk says
   */
  async settle(): Promise<void> {
    if (!this.#hasFailed) return;
    await this.#sync(async () => {
      await writeAgain(this.#walFile);
      await this.#flush(this.#walFile);
    });
  }

  async #sync(sync: () => Promise<void>): Promise<void> {
    const syncing = sync();
    // Whoever waits looks afterwards whether it failed.
    this.#underWay = syncing.catch(() => undefined);
    try {
      await syncing;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#underWay = undefined;
    }
    this.#hasFailed = false;
    this.#reading.endRead();
  }
}

/** Reads a file and writes the same to the same place. */
async function writeAgain(file: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    await file.write(chunk, 0, bytesRead, position);
    position += bytesRead;
  }
}
