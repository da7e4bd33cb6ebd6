// The interface of a job: work that runs by a schedule, not as part of a request.

import type { LogEntry } from '../api-contract/event.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { Hubs } from '../events/hubs.ts';
import type { ParleyDatabase } from '../storage/database.ts';

/** Seconds since 1970, with fractions. */
export type Clock = () => number;

/** A time that is over, for work that is due at once. */
export const AT_ONCE = 0;

export interface JobServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly log: Pick<Logger, 'error'>;
}

export interface Job {
  readonly name: string;
  /** The longest time between two runs, to find work that other servers left. */
  readonly pollSeconds: number;
  /**
   * Does the work that is due in all organizations; may be called when nothing is due. Long runs check `signal`
   * between steps: when the server stops, the rest is found again after the restart.
   */
  run(now: number, signal: AbortSignal): Promise<void>;
  /** When the next work is due; undefined or Infinity if none is known. */
  next(now: number): Promise<number | undefined>;
  /** When a log entry of an organization causes work; undefined or Infinity if it does not. */
  wakeOn(entry: LogEntry, organizationId: number): number | undefined;
}
