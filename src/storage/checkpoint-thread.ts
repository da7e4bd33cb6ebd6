// Moves committed pages from the write-ahead log into the database file on a thread of its own, so that no
// writer ever pays for it. The thread lives only while there is something to move.

import { Worker } from 'node:worker_threads';

/** Statements between two checkpoints; each writes a few pages of 4 KB, so the log stays at some tens of MB. */
const STATEMENTS_BETWEEN = 40_000;

/** Starts checkpoints of one database file, one at a time. */
export class CheckpointThread {
  readonly #file: string;
  #running: Promise<void> | undefined;
  #statements = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Tells how many statements were committed; starts a checkpoint when they are enough. */
  committed(statements: number): void {
    this.#statements += statements;
    if (this.#statements < STATEMENTS_BETWEEN || this.#running) return;
    this.#statements = 0;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  #run(): Promise<void> {
    return new Promise((resolve) => {
      const worker = new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), {
        workerData: this.#file,
      });
      worker.once('error', () => resolve());
      worker.once('exit', () => resolve());
    });
  }

  /** Resolves when no checkpoint runs. */
  async close(): Promise<void> {
    await this.#running;
  }
}
