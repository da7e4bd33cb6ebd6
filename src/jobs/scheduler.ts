// Runs the jobs of one server. Each job sleeps until its next moment, which is kept in memory: what is committed
// here brings it forward, and what other servers committed is found by looking again now and then. An idle server
// asks the database a few times a minute, whatever the number of organizations.

import { detailOf } from '../api-contract/error-detail.ts';
import type { LogEntry } from '../api-contract/event.ts';
import type { Clock, Job, JobServices } from './job.ts';

/** After a failure, as when the database is away. */
const RETRY_SECONDS = 5;
/** After others were found to do the work. */
const LEFT_SECONDS = 15;
/** Between two runs of a job, whatever it says. */
const MIN_GAP_SECONDS = 0.05;

/** How a job has fared since the server started. */
export interface JobRecord {
  readonly name: string;
  /** Not those that were left to other servers. */
  readonly runs: number;
  /** Also where it could not be found out whether others do the work. */
  readonly failures: number;
  /** When it last ended well, in seconds; 0 before. */
  readonly lastDone: number;
}

class Runner {
  readonly job: Job;
  #runs = 0;
  #failures = 0;
  #lastDone = 0;
  readonly #clock: Clock;
  readonly #services: JobServices;
  #nextAt = Number.POSITIVE_INFINITY;
  /** The earliest moment that was heard of during a run. */
  #heard = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(job: Job, clock: Clock, services: JobServices) {
    this.job = job;
    this.#clock = clock;
    this.#services = services;
  }

  /** There is something to do at a moment. */
  wakeAt(moment: number): void {
    this.#heard = Math.min(this.#heard, moment);
    if (this.#running || moment >= this.#nextAt) return;
    this.#nextAt = moment;
    this.#arm();
  }

  /** Does what is due, after what is being done. */
  async runNow(): Promise<void> {
    await this.#running;
    this.#running ??= this.#run();
    await this.#running;
  }

  get record(): JobRecord {
    return { name: this.job.name, runs: this.#runs, failures: this.#failures, lastDone: this.#lastDone };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    const wait = Math.min(Math.max(this.#nextAt - this.#clock(), MIN_GAP_SECONDS), this.job.lookEverySeconds);
    this.#timer = setTimeout(
      () => {
        this.#running ??= this.#run();
      },
      Math.ceil(wait * 1000),
    );
    this.#timer.unref();
  }

  /** Does what is due; gives when there is more. */
  async #work(): Promise<number | undefined> {
    // Also brings the clock up to date where servers go by that of the database.
    if (await this.#services.database.leavesWork()) return this.#clock() + LEFT_SECONDS;
    this.#runs++;
    await this.job.run(this.#clock(), this.#closing.signal);
    const next = await this.job.next(this.#clock());
    this.#lastDone = this.#clock();
    return next;
  }

  async #run(): Promise<void> {
    this.#heard = Number.POSITIVE_INFINITY;
    try {
      this.#nextAt = (await this.#work()) ?? Number.POSITIVE_INFINITY;
    } catch (error) {
      this.#failures++;
      const cause = (error as { cause?: unknown }).cause ?? error;
      this.#services.log.error({ job: this.job.name, error: detailOf(cause) }, 'a job failed');
      this.#nextAt = this.#clock() + RETRY_SECONDS;
    }
    // In the same turn as the look at what was heard, so that nothing is missed in between.
    this.#nextAt = Math.min(this.#nextAt, this.#heard);
    this.#running = undefined;
    this.#arm();
  }
}

/** All jobs of a server, from its start to its end. */
export class Scheduler {
  readonly #runners: readonly Runner[];

  constructor(services: JobServices, jobs: readonly Job[], clock: Clock) {
    this.#runners = jobs.map((job) => new Runner(job, clock, services));
    services.database.onCommit(async (organizationId, { entries }) => this.#hear(organizationId, entries));
  }

  /** Begins: what became due while no server ran is done now. */
  start(): void {
    for (const runner of this.#runners) void runner.runNow();
  }

  /** Does what is due by now and resolves when it is done. */
  async runDue(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.runNow()));
  }

  /** How each job has fared. */
  records(): JobRecord[] {
    return this.#runners.map(({ record }) => record);
  }

  /** Begins nothing more, and waits for what is being done. */
  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.close()));
  }

  #hear(organizationId: number, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      for (const runner of this.#runners) {
        const moment = runner.job.broughtBy(entry, organizationId);
        if (moment !== undefined) runner.wakeAt(moment);
      }
    }
  }
}
