// Makes commits of the embedded engine visible only once they are on disk. A commit without a sync is visible
// at once to every transaction that begins. The connection for single reads therefore keeps reading the
// previous state until the write-ahead log is synced, and snapshots wait for that.

import type { FileHandle } from 'node:fs/promises';
import { databaseUnavailable } from '../api-contract/error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Makes the write-ahead log durable; tests replace it. */
export type Flush = (walFile: FileHandle) => Promise<void>;

/** How much of the log is rewritten at a time. */
const CHUNK_BYTES = 1024 * 1024;

export class SqliteFlush {
  readonly #reading: SqliteConnection;
  readonly #walFile: FileHandle;
  readonly #flush: Flush;
  #syncing: Promise<void> | undefined;
  #hasFailed = false;

  constructor(reading: SqliteConnection, walFile: FileHandle, flush: Flush) {
    this.#reading = reading;
    this.#walFile = walFile;
    this.#flush = flush;
  }

  /**
   * The sync that a snapshot must wait for, so that it sees nothing that is not on disk; undefined if
   * everything is.
   * @throws 503 while it is unknown whether the last commit is on disk
   */
  get syncing(): Promise<void> | undefined {
    if (this.#hasFailed)
      throw databaseUnavailable(new Error('It is unknown whether the last commit is on disk.'));
    return this.#syncing;
  }

  /** Commits, and resolves when the commit is on disk; until then readers see the previous state. */
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
   * Repeats a failed sync; does nothing if none failed. After a failure the system may consider data written
   * that it could not write, so the log is written again first.
   * @throws the disk's error
   */
  async settle(): Promise<void> {
    if (!this.#hasFailed) return;
    await this.#sync(async () => {
      await rewrite(this.#walFile);
      await this.#flush(this.#walFile);
    });
  }

  async #sync(sync: () => Promise<void>): Promise<void> {
    const syncing = sync();
    // Waiting snapshots check afterwards whether the sync failed.
    this.#syncing = syncing.catch(() => undefined);
    try {
      await syncing;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#syncing = undefined;
    }
    this.#hasFailed = false;
    this.#reading.endRead();
  }
}

/** Reads a file and writes it back in place. */
async function rewrite(file: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    await file.write(chunk, 0, bytesRead, position);
    position += bytesRead;
  }
}
