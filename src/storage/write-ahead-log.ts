// Keeps the write-ahead log of the embedded engine within its bound. What was committed is moved into the database file
// all the time; the log starts over once everything was moved and nobody reads out of it. Under load neither ever comes
// about by itself, so the writer makes room for it: between two groups of units, when little is left to move.

import type { FileHandle } from 'node:fs/promises';
import { limits, MEBIBYTE } from '../api-contract/limits.ts';
import type { CheckpointMode, CheckpointThread } from './checkpoint-thread.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteSnapshots } from './sqlite-snapshots.ts';
import type { Warn } from './warn.ts';

/** So much is left to move before a checkpoint is worth its syncs. */
const WORTH_MOVING_BYTES = 4 * MEBIBYTE;
/** From this size on the log is to start over, as soon as that keeps nobody waiting for long. */
export const RESTART_BYTES = 16 * MEBIBYTE;
/** What may be left to move while writers wait. */
const SHORT_WAIT_BYTES = 2 * MEBIBYTE;
/** At this size writers wait whatever it takes; the rest is for the group that passed it. */
const URGENT_BYTES = (limits.writeAheadLogBytes / 4) * 3;
/** Where readers kept the log from starting over, it grows by so much before the next try. */
const NEXT_TRY_BYTES = 2 * MEBIBYTE;
/** How long writers wait for snapshots while there is no hurry. */
const SNAPSHOT_PATIENCE_MILLISECONDS = 50;
/** After so long without a commit the log is emptied, if it has more than is worth a look. */
const IDLE_MILLISECONDS = 3000;
const SMALL_BYTES = MEBIBYTE;

export interface WriteAheadLogParts {
  readonly writing: SqliteConnection;
  readonly walFile: FileHandle;
  readonly snapshots: SqliteSnapshots;
  readonly thread: CheckpointThread;
  readonly warn: Warn;
}

export class WriteAheadLog {
  readonly #writing: SqliteConnection;
  readonly #walFile: FileHandle;
  readonly #snapshots: SqliteSnapshots;
  readonly #thread: CheckpointThread;
  readonly #warn: Warn;
  readonly #pageBytes: number;
  readonly #idle: NodeJS.Timeout;
  /** Bytes that were committed since it started over, and those of them that are not in the database file yet. */
  #size = 0;
  #left = 0;
  #restartAt = RESTART_BYTES;
  #hasWarned = false;
  #exclusive: Promise<void> | undefined;

  constructor({ writing, walFile, snapshots, thread, warn }: WriteAheadLogParts) {
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

  /** What no transaction may begin during; undefined where there is nothing. */
  get exclusive(): Promise<void> | undefined {
    return this.#exclusive;
  }

  /** Resolves when a group of units may begin to write: at once, but for the moments in which the log starts over. */
  async beforeWrite(): Promise<void> {
    await this.#exclusive;
    if (this.#size < this.#restartAt) return;
    this.#measure();
    const isUrgent = this.#size >= Math.max(URGENT_BYTES, this.#restartAt);
    if (!isUrgent && (this.#left > SHORT_WAIT_BYTES || this.#thread.isBusy)) return;
    this.#snapshots.holdBack();
    if (isUrgent) await this.#snapshots.endAfter(limits.snapshotMilliseconds);
    else if (!(await this.#snapshots.haveEndedWithin(SNAPSHOT_PATIENCE_MILLISECONDS))) {
      this.#snapshots.letOn();
      this.#restartAt = this.#size + NEXT_TRY_BYTES;
      return;
    }
    await this.#alone('RESTART');
  }

  /** Takes note of a commit. */
  committed(): void {
    this.#measure();
    this.#idle.refresh();
    const worth = this.#size < this.#restartAt ? WORTH_MOVING_BYTES : SHORT_WAIT_BYTES;
    if (this.#left >= worth && !this.#thread.isBusy) void this.#thread.run('PASSIVE');
  }

  #measure(): void {
    const { frames, moved } = this.#writing.logFrames();
    // Where all was moved the next write begins at the start, unless somebody still reads there.
    this.#size = frames === moved ? 0 : frames * this.#pageBytes;
    this.#left = (frames - moved) * this.#pageBytes;
  }

  /** Runs a checkpoint beside which nothing is written and no snapshot begins. */
  async #alone(mode: CheckpointMode): Promise<void> {
    this.#snapshots.holdBack();
    const checkpoint = this.#thread.run(mode);
    this.#exclusive = checkpoint.then(() => undefined);
    const { isDone, failure } = await checkpoint;
    this.#exclusive = undefined;
    this.#snapshots.letOn();
    this.#restartAt = isDone ? RESTART_BYTES : this.#size + NEXT_TRY_BYTES;
    if (isDone) this.#hasWarned = false;
    else this.#complain(failure);
  }

  /** Says once that the log grows beyond its bound. */
  #complain(failure: string | undefined): void {
    if (this.#hasWarned || this.#size < limits.writeAheadLogBytes) return;
    this.#hasWarned = true;
    const cause = failure ?? 'another program reads the database';
    this.#warn(
      `The write-ahead log has ${Math.round(this.#size / MEBIBYTE)} MB and cannot start over: ${cause}.`,
    );
  }

  /** Gives the space of the log back, since nobody writes. */
  async #empty(): Promise<void> {
    const { size } = await this.#walFile.stat();
    const isUsed = this.#writing.isInTransaction || this.#snapshots.isAnyOpen || this.#thread.isBusy;
    if (size > SMALL_BYTES && !isUsed && !this.#exclusive) await this.#alone('TRUNCATE');
    await this.#thread.rest();
    // It looks again, in case that somebody wrote in the meantime or kept it from being emptied.
    if (size > SMALL_BYTES) this.#idle.refresh();
  }

  /** Ends what it runs; nobody may write any more. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread.rest();
  }
}
