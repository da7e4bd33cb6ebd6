// Work that depends on what strangers sent and may be slow or large, beside the event loop: in processes of their own,
// which start when there is something to do, do one thing at a time, may take so long and so much memory, can neither
// write, connect nor start anything, and end when nothing came for a while. What they took they give back by ending.

import { type Task, type Tasks, WorkRefused } from './task.ts';
import { type ProcessPoolOptions, WorkerProcess } from './worker-process.ts';

interface Waiting {
  readonly task: Task;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/** Processes for the tasks of one module. */
export class ProcessPool<T extends Tasks> {
  readonly #options: ProcessPoolOptions;
  readonly #waiting: Waiting[] = [];
  readonly #processes = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /**
   * Has a task done; gives what it gives.
   * @throws WorkRefused where too much waits, or the task went over its time or its memory
   */
  run<K extends keyof T & string>(name: K, input: Parameters<T[K]>[0]): Promise<Awaited<ReturnType<T[K]>>> {
    if (this.#isClosed || this.#waiting.length >= this.#options.waiting) {
      return Promise.reject(new WorkRefused(this.#isClosed ? 'closed' : 'too much waits'));
    }
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.push({ task: { name, input }, settle: resolve });
    this.#next();
    return promise as Promise<Awaited<ReturnType<T[K]>>>;
  }

  /** Ends all processes; what is not done is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.splice(0)) settle(Promise.reject(new WorkRefused('closed')));
    await Promise.all([...this.#processes].map((process) => process.end()));
  }

  /** Gives what waits to a process that has nothing to do, or to a new one. */
  #next(): void {
    if (this.#waiting.length === 0) return;
    const free = [...this.#processes].find((process) => !process.isBusy) ?? this.#started();
    const next = free && this.#waiting.shift();
    if (next) next.settle(this.#done(free, next.task));
  }

  #started(): WorkerProcess | undefined {
    if (this.#processes.size >= this.#options.processes) return undefined;
    const process = new WorkerProcess(this.#options, () => {
      this.#processes.delete(process);
      if (!this.#isClosed) this.#next();
    });
    this.#processes.add(process);
    return process;
  }

  async #done(process: WorkerProcess, task: Task): Promise<unknown> {
    try {
      return await process.do(task);
    } finally {
      if (!this.#isClosed) this.#next();
    }
  }
}
