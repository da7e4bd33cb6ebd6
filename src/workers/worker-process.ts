// One process that does tasks beside the event loop, one at a time. It may read files and send back what it found;
// the rest Node.js's permissions deny it, and no secret of the server's environment goes along.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { type Answer, type Refusal, type Task, WorkRefused } from './task.ts';

export interface ProcessPoolOptions {
  /** The module that the processes run: it hands its tasks to `serveTasks`. */
  readonly module: URL;
  /** For one task, with the start of the process where none waits. */
  readonly milliseconds: number;
  /** Resident, of each process. */
  readonly megabytes: number;
  /** Processes at the same moment. */
  readonly processes: number;
  /** Tasks that wait for a process; one more is refused. */
  readonly waiting: number;
  /** How long a process stays that has nothing to do. */
  readonly idleMilliseconds: number;
  /** The only folder that the processes may write in; none: nowhere. */
  readonly writableFolder?: string;
}

/** Of the server's environment: what the system needs to start a program at all. */
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TZ'];

function environment(): NodeJS.ProcessEnv {
  const kept = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // The server's compiled modules serve here, too.
  const cache = getCompileCacheDir();
  return { ...Object.fromEntries(kept), ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) };
}

function start({ module, megabytes, writableFolder }: ProcessPoolOptions): ChildProcess {
  return fork(module, [String(megabytes)], {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      // The picture library is one.
      '--allow-addons',
      ...(writableFolder === undefined ? [] : [`--allow-fs-write=${writableFolder}`]),
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${megabytes}`,
    ],
    env: environment(),
    serialization: 'advanced',
    // What a process says that runs out of memory is of no use to anybody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

interface Present {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A running process; `onEnd` is told when it is gone. */
export class WorkerProcess {
  readonly #options: ProcessPoolOptions;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #present: Present | undefined;
  #idle: NodeJS.Timeout | undefined;
  #refusal: Refusal = 'took too much';
  #isEnding = false;
  #isOver = false;

  constructor(options: ProcessPoolOptions, onEnd: () => void) {
    this.#options = options;
    this.#child = start(options);
    // However it ends, it has ended; why is told to whoever waits for its answer.
    this.#ended = once(this.#child, 'exit').catch(() => undefined);
    this.#child.on('message', (answer: Answer) => this.#finish(answer));
    const ended = () => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#isEnding = true;
      clearTimeout(this.#idle);
      this.#settle()?.reject(new WorkRefused(this.#refusal));
      onEnd();
    };
    this.#child.once('exit', ended);
    // It could not be started, or does not take what it is sent.
    this.#child.on('error', () => {
      this.#child.kill('SIGKILL');
      ended();
    });
  }

  /** Whether it takes no task at the moment. */
  get isBusy(): boolean {
    return this.#present !== undefined || this.#isEnding;
  }

  /** Does a task. @throws WorkRefused; an Error with what the task threw */
  do(task: Task): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    clearTimeout(this.#idle);
    const timer = setTimeout(() => this.#kill('took too long'), this.#options.milliseconds);
    this.#present = { resolve, reject, timer };
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(task, (error) => {
      if (error) this.#kill('took too much');
    });
    return promise;
  }

  /** Ends the process, in the middle of what it does. */
  async end(): Promise<void> {
    // Whoever waits for its end has nothing else to do, maybe.
    this.#child.ref();
    this.#kill('closed');
    await this.#ended;
  }

  #kill(reason: Refusal): void {
    this.#isEnding = true;
    this.#refusal = reason;
    this.#child.kill('SIGKILL');
  }

  #settle(): Present | undefined {
    const present = this.#present;
    clearTimeout(present?.timer);
    this.#present = undefined;
    return present;
  }

  #finish({ outcome, isSpent }: Answer): void {
    const present = this.#settle();
    if (isSpent) this.#kill('closed');
    if ('output' in outcome) present?.resolve(outcome.output);
    else present?.reject(new Error(outcome.failure));
    if (isSpent) return;
    // A program that has nothing else to do need not wait for it.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idle = setTimeout(() => this.#kill('closed'), this.#options.idleMilliseconds).unref();
  }
}
