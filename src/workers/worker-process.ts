// One process that runs tasks outside the event loop, one at a time. It may read files and send back results;
// Node.js's permissions deny everything else, and it inherits no secrets from the server's environment.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { type Answer, type Task, type TaskErrorCode, TaskNotDoneError } from './task.ts';

export interface ProcessPoolOptions {
  /** The module that the processes run; it passes its tasks to `serveTasks`. */
  readonly module: URL;
  /** The time limit of a task, including the start of the process if none is idle. */
  readonly milliseconds: number;
  /** The limit of resident memory per process. */
  readonly megabytes: number;
  /** The maximum number of processes at the same time. */
  readonly processes: number;
  /** The maximum number of tasks that wait for a process; further ones are refused. */
  readonly waiting: number;
  /** How long an idle process stays alive. */
  readonly idleMilliseconds: number;
  /** The only folder that the processes may write to; undefined: none. */
  readonly writableFolder?: string;
}

/** The variables of the server's environment that a program needs to start at all. */
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TZ'];

function environment(): NodeJS.ProcessEnv {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // The server's compile cache is also useful here.
  const cache = getCompileCacheDir();
  return { ...Object.fromEntries(inherited), ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) };
}

function start({ module, megabytes, writableFolder }: ProcessPoolOptions): ChildProcess {
  return fork(module, [String(megabytes)], {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      // The image library is an addon.
      '--allow-addons',
      ...(writableFolder === undefined ? [] : [`--allow-fs-write=${writableFolder}`]),
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${megabytes}`,
    ],
    env: environment(),
    serialization: 'advanced',
    // The output of a process that runs out of memory is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

interface CurrentTask {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A running process; `onEnd` is called when it has ended. */
export class WorkerProcess {
  readonly #options: ProcessPoolOptions;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #current: CurrentTask | undefined;
  #idle: NodeJS.Timeout | undefined;
  #code: TaskErrorCode = 'TOOK_TOO_MUCH';
  #isEnding = false;
  #isOver = false;

  constructor(options: ProcessPoolOptions, onEnd: () => void) {
    this.#options = options;
    this.#child = start(options);
    // The result does not matter here; the waiting task is rejected with the reason.
    this.#ended = once(this.#child, 'exit').catch(() => undefined);
    this.#child.on('message', (answer: Answer) => this.#finish(answer));
    const onExit = () => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#isEnding = true;
      clearTimeout(this.#idle);
      this.#settle()?.reject(new TaskNotDoneError(this.#code));
      onEnd();
    };
    this.#child.once('exit', onExit);
    // The process could not be started, or does not accept messages.
    this.#child.on('error', () => {
      this.#child.kill('SIGKILL');
      onExit();
    });
  }

  /** Whether it cannot accept a task at the moment. */
  get isBusy(): boolean {
    return this.#current !== undefined || this.#isEnding;
  }

  /** Runs a task. @throws TaskNotDoneError; an Error with the task's own error */
  run(task: Task): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    clearTimeout(this.#idle);
    const timer = setTimeout(() => this.#kill('TOOK_TOO_LONG'), this.#options.milliseconds);
    this.#current = { resolve, reject, timer };
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(task, (error) => {
      if (error) this.#kill('TOOK_TOO_MUCH');
    });
    return promise;
  }

  /** Ends the process, even during a task. */
  async end(): Promise<void> {
    // Keeps the program alive until the process has ended.
    this.#child.ref();
    this.#kill('CLOSED');
    await this.#ended;
  }

  #kill(code: TaskErrorCode): void {
    this.#isEnding = true;
    this.#code = code;
    this.#child.kill('SIGKILL');
  }

  #settle(): CurrentTask | undefined {
    const current = this.#current;
    clearTimeout(current?.timer);
    this.#current = undefined;
    return current;
  }

  #finish({ outcome, isSpent }: Answer): void {
    const current = this.#settle();
    if (isSpent) this.#kill('CLOSED');
    if ('output' in outcome) current?.resolve(outcome.output);
    else current?.reject(new Error(outcome.failure));
    if (isSpent) return;
    // An idle process does not keep the program alive.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idle = setTimeout(() => this.#kill('CLOSED'), this.#options.idleMilliseconds).unref();
  }
}
