// Keeps the write-ahead log of the embedded engine within its limit. Committed pages are moved into the database
// file continuously. The log starts over once everything is moved and nobody reads from it. Under load that never
// happens on its own, so the writer forces it between two commit groups, when little is left to move.

import type { FileHandle } from 'node:fs/promises';
import { limits, MEBIBYTE } from '../api-contract/limits.ts';
import type { CheckpointMode, CheckpointThread } from './checkpoint-thread.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteSnapshots } from './sqlite-snapshots.ts';
import type { Warn } from './warn.ts';

/** A checkpoint is worth its syncs when at least this much is left to move. */
const WORTH_MOVING_BYTES = 4 * MEBIBYTE;
/** From this size on the log should start over, as soon as that blocks nobody for long. */
export const RESTART_BYTES = 16 * MEBIBYTE;
/** The maximum number of bytes that may be left to move while writers wait. */
const SHORT_WAIT_BYTES = 2 * MEBIBYTE;
/** From this size on, writers wait until the log starts over. The rest of the limit is for the group that exceeded it. */
const URGENT_BYTES = (limits.writeAheadLogBytes / 4) * 3;
/** How much further the log grows before the next attempt if readers prevented it from starting over. */
const NEXT_ATTEMPT_BYTES = 2 * MEBIBYTE;
/** How long writers wait for snapshots while it is not urgent. */
const SNAPSHOT_PATIENCE_MILLISECONDS = 50;
/** The log is emptied after this time without a commit, if it is larger than `SMALL_BYTES`. */
const IDLE_MILLISECONDS = 3000;
const SMALL_BYTES = MEBIBYTE;

export interface WriteAheadLogOptions {
  readonly writing: SqliteConnection;
  readonly walFile: FileHandle;
  readonly snapshots: SqliteSnapshots;
  readonly thread: CheckpointThread;
  readonly warn: Warn;
  /** Whether Litestream runs the checkpoints, which must see every page before it is overwritten. */
  readonly isReplicated: boolean;
}

export class WriteAheadLog {
  readonly #writing: SqliteConnection;
  readonly #walFile: FileHandle;
  readonly #snapshots: SqliteSnapshots;
  readonly #thread: CheckpointThread;
  readonly #warn: Warn;
  readonly #isReplicated: boolean;
  readonly #pageBytes: number;
  readonly #idle: NodeJS.Timeout;
  /**
   * Bytes that were committed since the log started over, and those of them that are not yet in the database file.
   */
  #size = 0;
  #bytesLeft = 0;
  #restartAt: number;
  #hasWarned = false;
  #exclusiveCheckpoint: Promise<void> | undefined;

  constructor({ writing, walFile, snapshots, thread, warn, isReplicated }: WriteAheadLogOptions) {
    this.#isReplicated = isReplicated;
    this.#restartAt = this.#usualRestart;
    this.#writing = writing;
    this.#walFile = walFile;
    this.#snapshots = snapshots;
    this.#thread = thread;
    this.#warn = warn;
    this.#pageBytes = Number(writing.pragma('page_size'));
    this.#idle = setTimeout(
      () => void this.#empty().catch(() => this.#idle.refresh()),
      IDLE_MILLISECONDS,
    ).unref();
  }

  /** The size from which on this server makes the log start over: beside Litestream only at its bound. */
  get #usualRestart(): number {
    return this.#isReplicated ? limits.writeAheadLogBytes : RESTART_BYTES;
  }

  /** The checkpoint during which no transaction may begin; undefined while there is none. */
  get exclusive(): Promise<void> | undefined {
    return this.#exclusiveCheckpoint;
  }

  /** Resolves when a commit group may begin to write: at once, except while the log starts over. */
  async beforeWrite(): Promise<void> {
    await this.#exclusiveCheckpoint;
    if (this.#size < this.#restartAt) return;
    this.#measure();
    const isUrgent = this.#size >= Math.max(URGENT_BYTES, this.#restartAt);
    if (!isUrgent && (this.#bytesLeft > SHORT_WAIT_BYTES || this.#thread.isBusy)) return;
    this.#snapshots.block();
    if (isUrgent) await this.#snapshots.endAfter(limits.snapshotMilliseconds);
    else if (!(await this.#snapshots.waitForEnd(SNAPSHOT_PATIENCE_MILLISECONDS))) {
      this.#snapshots.unblock();
      this.#restartAt = this.#size + NEXT_ATTEMPT_BYTES;
      return;
    }
    await this.#runExclusively('RESTART');
  }

  /** Updates the sizes after a commit. */
  onCommit(): void {
    this.#measure();
    this.#idle.refresh();
    if (this.#isReplicated) return;
    const threshold = this.#size < this.#restartAt ? WORTH_MOVING_BYTES : SHORT_WAIT_BYTES;
    if (this.#bytesLeft >= threshold && !this.#thread.isBusy) void this.#thread.run('PASSIVE');
  }

  #measure(): void {
    const { frames, moved } = this.#writing.logFrames();
    // Once everything is moved, the next write begins at the start of the log, unless a snapshot still reads it.
    this.#size = frames === moved ? 0 : frames * this.#pageBytes;
    this.#bytesLeft = (frames - moved) * this.#pageBytes;
  }

  /** Runs a checkpoint during which nothing is written and no snapshot begins. */
  async #runExclusively(mode: CheckpointMode): Promise<void> {
    this.#snapshots.block();
    const checkpoint = this.#thread.run(mode);
    this.#exclusiveCheckpoint = checkpoint.then(() => undefined);
    const { isDone, failure } = await checkpoint;
    this.#exclusiveCheckpoint = undefined;
    this.#snapshots.unblock();
    // Each attempt beside Litestream makes writers wait, and succeeds only once that has ended.
    const next = this.#isReplicated ? RESTART_BYTES : NEXT_ATTEMPT_BYTES;
    this.#restartAt = isDone ? this.#usualRestart : this.#size + next;
    if (isDone && this.#isReplicated)
      this.#warn(
        'Litestream did not keep the write-ahead log small, so this server has. Check that it runs.',
      );
    if (isDone) this.#hasWarned = false;
    else this.#warnOnce(failure);
  }

  /** Warns once when the log exceeds its bound. */
  #warnOnce(failure: string | undefined): void {
    if (this.#hasWarned || this.#size < limits.writeAheadLogBytes) return;
    this.#hasWarned = true;
    const cause = failure ?? 'another program is reading the database';
    this.#warn(
      `The write-ahead log has ${Math.round(this.#size / MEBIBYTE)} MB and cannot be reset: ${cause}.`,
    );
  }

  /** Truncates the log while nothing is written. */
  async #empty(): Promise<void> {
    const { size } = await this.#walFile.stat();
    if (this.#isReplicated) return this.#thread.stop();
    const isUsed = this.#writing.isInTransaction || this.#snapshots.isAnyOpen || this.#thread.isBusy;
    if (size > SMALL_BYTES && !isUsed && !this.#exclusiveCheckpoint) await this.#runExclusively('TRUNCATE');
    await this.#thread.stop();
    // Checks again, because a write or a snapshot may have prevented it.
    if (size > SMALL_BYTES) this.#idle.refresh();
  }

  /** Stops its timer and thread. Nothing may be written afterwards. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread.stop();
  }
}
