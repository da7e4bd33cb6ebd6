// What a job is: something that is done later, when its time comes, and not because somebody asks for it now.

import type { LogEntry } from '../api-contract/event.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { Hubs } from '../events/hubs.ts';
import type { ParleyDatabase } from '../storage/database.ts';

/** Seconds since 1970, with fractions. */
export type Clock = () => number;

export interface JobServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly log: Pick<Logger, 'error'>;
}

export interface Job {
  readonly name: string;
  /** At the latest after so long it looks again, for what other servers did. */
  readonly lookEverySeconds: number;
  /**
   * Does what is due by now, for every organization; may be called when nothing is. Where it is much it looks at
   * `signal` between its steps: the server is about to stop, and the rest is found again.
   */
  run(now: number, signal: AbortSignal): Promise<void>;
  /** When there is something to do next; undefined while nothing is known. */
  next(now: number): Promise<number | undefined>;
  /** When an entry of an organization's log gives it something to do; undefined when it has nothing to do with it. */
  broughtBy(entry: LogEntry, organizationId: number): number | undefined;
}
