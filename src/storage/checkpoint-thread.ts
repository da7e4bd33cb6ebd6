// Moves committed pages from the write-ahead log into the database file on a thread, so that neither readers
// nor writers wait for it. The thread lives only while there is work.

import { Worker } from 'node:worker_threads';
import { messageOf } from '../errors/error-detail.ts';

/**
 * How far a checkpoint goes. `PASSIVE` moves what it can without blocking readers and writers. `RESTART`
 * moves everything, so the next write begins at the start of the log. `TRUNCATE` also empties the log's file.
 * The latter two block writers.
 */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** How long a checkpoint waits for readers and writers of other processes. */
const PATIENCE_MILLISECONDS = 250;

export interface CheckpointResult {
  /** Whether the checkpoint achieved what its mode promises. */
  readonly isDone: boolean;
  /** The engine's error message. */
  readonly failure?: string;
}

/** Runs the checkpoints of one database file, one after another. */
export class CheckpointThread {
  readonly #file: string;
  #worker: Worker | undefined;
  #lastRun: Promise<unknown> = Promise.resolve();
  #running = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether a checkpoint is running. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Runs a checkpoint after those requested earlier; never rejects. */
  run(mode: CheckpointMode): Promise<CheckpointResult> {
    this.#running++;
    const result = this.#lastRun
      .then(() => this.#post(mode))
      .finally(() => {
        this.#running--;
      });
    this.#lastRun = result;
    return result;
  }

  #post(mode: CheckpointMode): Promise<CheckpointResult> {
    const worker = this.#startedWorker();
    return new Promise((resolve) => {
      const end = (result: CheckpointResult) => {
        worker.off('message', end);
        worker.off('error', fail);
        resolve(result);
      };
      const fail = (error: unknown) => {
        this.#worker = undefined;
        end({ isDone: false, failure: messageOf(error) });
      };
      worker.on('message', end);
      worker.on('error', fail);
      worker.postMessage(mode);
    });
  }

  #startedWorker(): Worker {
    this.#worker ??= new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), {
      workerData: { file: this.#file, patienceMilliseconds: PATIENCE_MILLISECONDS },
    });
    return this.#worker;
  }

  /** Stops the thread once the requested checkpoints are done; the next checkpoint starts a new one. */
  async stop(): Promise<void> {
    await this.#lastRun;
    const worker = this.#worker;
    if (!worker || this.isBusy) return;
    this.#worker = undefined;
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.postMessage(undefined);
    });
  }
}
