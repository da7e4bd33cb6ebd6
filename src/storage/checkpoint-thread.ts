// Moves committed pages from the write-ahead log into the database file on a thread of its own, so that nobody pays for
// it who writes or reads. The thread lives only while there is something to move.

import { Worker } from 'node:worker_threads';
import { messageOf } from '../api-contract/error-detail.ts';

/**
 * How far a checkpoint goes. `PASSIVE` moves what it can while others write and read; `RESTART` moves all, so that the
 * next write begins at the start of the log; `TRUNCATE` also empties its file. The latter two keep writers waiting.
 */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** How long a checkpoint waits for readers and writers that are not of this process. */
const PATIENCE_MILLISECONDS = 250;

export interface CheckpointResult {
  /** Whether it came as far as its mode goes. */
  readonly isDone: boolean;
  /** What the engine said against it. */
  readonly failure?: string;
}

/** Runs checkpoints of one database file, one after another. */
export class CheckpointThread {
  readonly #file: string;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether a checkpoint is under way. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Runs a checkpoint after those that were asked for before; never rejects. */
  run(mode: CheckpointMode): Promise<CheckpointResult> {
    this.#running++;
    const result = this.#last
      .then(() => this.#ask(mode))
      .finally(() => {
        this.#running--;
      });
    this.#last = result;
    return result;
  }

  #ask(mode: CheckpointMode): Promise<CheckpointResult> {
    const worker = this.#present();
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

  #present(): Worker {
    this.#worker ??= new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), {
      workerData: { file: this.#file, patienceMilliseconds: PATIENCE_MILLISECONDS },
    });
    return this.#worker;
  }

  /** Ends the thread, after what it was asked for; the next checkpoint starts another. */
  async rest(): Promise<void> {
    await this.#last;
    const worker = this.#worker;
    if (!worker || this.isBusy) return;
    this.#worker = undefined;
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.postMessage(undefined);
    });
  }
}
