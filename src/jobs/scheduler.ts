// Runs the jobs of one server. Each job sleeps until its next run, which is held in memory. Commits of this
// server can bring it forward; polling finds work that other servers committed. An idle server queries the
// database a few times a minute, regardless of the number of organizations.

import type { LogEntry } from '../api-contract/event.ts';
import { detailOf } from '../errors/error-detail.ts';
import { pauseAfter, retryPolicies } from '../model/outbox/retry-policies.ts';
import type { Clock, Job, JobServices } from './job.ts';

/** How long a job waits while other servers do the work. */
const STANDBY_SECONDS = 15;
/** The shortest time between two runs of a job. */
const MIN_GAP_SECONDS = 0.05;

/** How a job has run since the server started. */
export interface JobRecord {
  readonly name: string;
  /** The number of runs, without those left to other servers. */
  readonly runs: number;
  /** The number of failures, including those to find out whether other servers do the work. */
  readonly failures: number;
  /** The time of the last successful run, in seconds; 0 without one. */
  readonly lastDone: number;
  /** Whether its last run failed. */
  readonly isFailing: boolean;
}

class Runner {
  readonly job: Job;
  #runs = 0;
  #failures = 0;
  #lastDone = 0;
  #isFailing = false;
  readonly #clock: Clock;
  readonly #services: JobServices;
  #nextAt = Number.POSITIVE_INFINITY;
  /** The earliest wake-up requested during a run. */
  #requestedAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(job: Job, clock: Clock, services: JobServices) {
    this.job = job;
    this.#clock = clock;
    this.#services = services;
  }

  /** Schedules a run at the given time. */
  wakeAt(moment: number): void {
    this.#requestedAt = Math.min(this.#requestedAt, moment);
    if (this.#running || moment >= this.#nextAt) return;
    this.#nextAt = moment;
    this.#arm();
  }

  /** Runs the job after its current run. */
  async runNow(): Promise<void> {
    await this.#running;
    this.#running ??= this.#run();
    await this.#running;
  }

  get record(): JobRecord {
    return {
      name: this.job.name,
      runs: this.#runs,
      failures: this.#failures,
      lastDone: this.#lastDone,
      isFailing: this.#isFailing,
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    const wait = Math.min(Math.max(this.#nextAt - this.#clock(), MIN_GAP_SECONDS), this.job.pollSeconds);
    this.#timer = setTimeout(
      () => {
        this.#running ??= this.#run();
      },
      Math.ceil(wait * 1000),
    );
    this.#timer.unref();
  }

  /** Does the due work; returns when the next work is due. */
  async #work(): Promise<number | undefined> {
    // This also updates the clock where servers follow that of the database.
    if (await this.#services.database.shouldLeaveWork()) return this.#clock() + STANDBY_SECONDS;
    this.#runs++;
    await this.job.run(this.#clock(), this.#closing.signal);
    const next = await this.job.next(this.#clock());
    this.#lastDone = this.#clock();
    return next;
  }

  async #run(): Promise<void> {
    this.#requestedAt = Number.POSITIVE_INFINITY;
    try {
      this.#nextAt = (await this.#work()) ?? Number.POSITIVE_INFINITY;
      this.#isFailing = false;
    } catch (error) {
      this.#failures++;
      this.#isFailing = true;
      this.#services.log.error({ job: this.job.name, error: detailOf(error) }, 'job failed');
      this.#nextAt = this.#clock() + pauseAfter(retryPolicies.job, 1);
    }
    // Between reading `#requestedAt` and the end of the run nothing is awaited, so that no wake-up is missed.
    this.#nextAt = Math.min(this.#nextAt, this.#requestedAt);
    this.#running = undefined;
    this.#arm();
  }
}

/** All jobs of a server, from its start to its end. */
export class Scheduler {
  readonly #runners: readonly Runner[];

  constructor(services: JobServices, jobs: readonly Job[], clock: Clock) {
    this.#runners = jobs.map((job) => new Runner(job, clock, services));
    services.database.onCommit(async (organizationId, { entries }) =>
      this.#wakeRunners(organizationId, entries),
    );
  }

  /** Starts with a run of each job, for work that became due while no server ran. */
  start(): void {
    for (const runner of this.#runners) void runner.runNow();
  }

  /** Runs all jobs once; resolves when they are done. */
  async runDue(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.runNow()));
  }

  records(): JobRecord[] {
    return this.#runners.map(({ record }) => record);
  }

  /** Starts no more runs, and waits for the running ones. */
  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.close()));
  }

  #wakeRunners(organizationId: number, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      for (const runner of this.#runners) {
        const moment = runner.job.wakeOn(entry, organizationId);
        if (moment !== undefined) runner.wakeAt(moment);
      }
    }
  }
}
