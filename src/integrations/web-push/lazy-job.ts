// A job that is loaded when it first has something to do, so that servers that do not use it do not load it.

import type { LogEntry } from '../../api-contract/event.ts';

/** The part of a job that is forwarded. */
interface WrappedJob {
  run(now: number, signal: AbortSignal): Promise<void>;
  next(now: number): Promise<number | undefined>;
  wakeOn(entry: LogEntry, organizationId: number): number | undefined;
}

export interface LazyJobOptions {
  readonly name: string;
  /** Whether there is something to do. */
  isNeeded(): Promise<boolean>;
  /** Whether a log entry gives it something to do. */
  isNeededFor(entry: LogEntry): boolean;
  load(): Promise<WrappedJob>;
}

/** How often it polls for changes by other servers. */
const POLL_SECONDS = 15;

export class LazyJob {
  readonly name: string;
  readonly pollSeconds = POLL_SECONDS;
  readonly #options: LazyJobOptions;
  #job: WrappedJob | undefined;

  constructor(options: LazyJobOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async next(now: number): Promise<number | undefined> {
    return this.#job?.next(now);
  }

  wakeOn(entry: LogEntry, organizationId: number): number | undefined {
    if (this.#job) return this.#job.wakeOn(entry, organizationId);
    return this.#options.isNeededFor(entry) ? 0 : undefined;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    if (!this.#job && (await this.#options.isNeeded())) this.#job = await this.#options.load();
    await this.#job?.run(now, signal);
  }
}
