// Controls the load generator. It runs in its own process, so that it takes no time from the server and is not delayed by
// the bench itself.

import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root, start, stop } from '../processes.ts';
import type { Job, Outcomes } from './jobs.ts';

interface Reply {
  readonly outcome?: unknown;
  readonly failure?: string;
}

/** The process that sends the load. */
export class LoadGenerator {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts the process. */
  static start(): LoadGenerator {
    return new LoadGenerator(
      start(process.execPath, [join(root, 'bench/load/main.ts')], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
  }

  /** Runs one job; rejects if it fails. */
  do<K extends Job['kind']>(job: Extract<Job, { kind: K }>): Promise<Outcomes[K]> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('The load generator ended.'));
      this.#child.once('exit', ended);
      this.#child.once('message', (reply: Reply) => {
        this.#child.removeListener('exit', ended);
        if (reply.failure === undefined) resolve(reply.outcome as Outcomes[K]);
        else reject(new Error(reply.failure));
      });
      this.#child.send(job);
    });
  }

  /** Ends the process. */
  stop(): Promise<void> {
    return stop(this.#child);
  }
}
