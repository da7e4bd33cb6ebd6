// Runs tasks on untrusted input that may be slow or large, in separate processes outside the event loop. A process
// starts on demand, runs one task at a time with limits of time and memory, and ends after a while without tasks.
// It can neither write files, open connections nor start programs. Memory is released by ending processes.

import { type Task, TaskNotDoneError, type Tasks } from './task.ts';
import { type ProcessPoolOptions, WorkerProcess } from './worker-process.ts';

interface Waiting {
  readonly task: Task;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/** The processes for the tasks of one module. */
export class ProcessPool<T extends Tasks> {
  readonly #options: ProcessPoolOptions;
  readonly #waiting: Waiting[] = [];
  readonly #processes = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a task and returns its result.
   * @throws TaskNotDoneError if too many tasks wait, or the task exceeded its time or memory
   */
  run<K extends keyof T & string>(name: K, input: Parameters<T[K]>[0]): Promise<Awaited<ReturnType<T[K]>>> {
    if (this.#isClosed || this.#waiting.length >= this.#options.waiting) {
      return Promise.reject(new TaskNotDoneError(this.#isClosed ? 'CLOSED' : 'QUEUE_FULL'));
    }
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.push({ task: { name, input }, settle: resolve });
    this.#assignNext();
    return promise as Promise<Awaited<ReturnType<T[K]>>>;
  }

  /** Ends all processes; unfinished tasks are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.splice(0)) settle(Promise.reject(new TaskNotDoneError('CLOSED')));
    await Promise.all([...this.#processes].map((process) => process.end()));
  }

  /** Assigns the next waiting task to an idle process or a new one. */
  #assignNext(): void {
    if (this.#waiting.length === 0) return;
    const idleProcess = [...this.#processes].find((process) => !process.isBusy) ?? this.#startProcess();
    const next = idleProcess && this.#waiting.shift();
    if (next) next.settle(this.#runIn(idleProcess, next.task));
  }

  #startProcess(): WorkerProcess | undefined {
    if (this.#processes.size >= this.#options.processes) return undefined;
    const process = new WorkerProcess(this.#options, () => {
      this.#processes.delete(process);
      if (!this.#isClosed) this.#assignNext();
    });
    this.#processes.add(process);
    return process;
  }

  async #runIn(process: WorkerProcess, task: Task): Promise<unknown> {
    try {
      return await process.run(task);
    } finally {
      if (!this.#isClosed) this.#assignNext();
    }
  }
}
