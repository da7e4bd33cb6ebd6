// What `/health` reports: whether the server can serve (ready), and what keeps it from serving well (degraded). Whether
// the process answers at all (live) is another address, since a restart repairs nothing but that.

import type { DiskSpace } from '../files/disk-space.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { ParleyDatabase } from '../storage/database.ts';

/** Load balancers wait a few seconds, and a database that was paused or cut off does not refuse: it is silent. */
const DATABASE_MILLISECONDS = 2000;

/**
 * Why a server that serves is degraded.
 * - `disk_low`: files are refused. `disk_full`: also those of the server itself; messages are stored elsewhere.
 * - `clock_wrong`: the machine's clock differs from the database's; background work is left to other servers.
 * - `not_listening`: commits of other servers arrive seconds late.
 * - `replica_fails`: long reads run on the database itself, since the standby for them cannot be used.
 * - `jobs_fail`: the last run of a job failed.
 */
export const degradedReasons = [
  'disk_low',
  'disk_full',
  'clock_wrong',
  'not_listening',
  'replica_fails',
  'jobs_fail',
] as const;
export type DegradedReason = (typeof degradedReasons)[number];

export interface HealthReport {
  readonly status: 'ok' | 'degraded' | 'unavailable';
  readonly reasons?: readonly DegradedReason[];
  readonly disk?: 'low' | 'full';
  /** The database does not answer in time. */
  readonly database?: 'silent';
  readonly clock_ahead_seconds?: number;
  /** The jobs whose last run failed. */
  readonly failing_jobs?: readonly string[];
}

/** The observed parts of a server. */
interface Sources {
  readonly database: ParleyDatabase;
  readonly diskSpace: DiskSpace;
}

export class Health {
  readonly #sources: Sources;
  readonly #databaseMilliseconds: number;
  #scheduler: Scheduler | undefined;
  /** The running question to the database, shared by requests: one that is silent is asked once. */
  #asking: Promise<boolean> | undefined;

  /** @param databaseMilliseconds the time that the database has to answer */
  constructor(sources: Sources, databaseMilliseconds = DATABASE_MILLISECONDS) {
    this.#sources = sources;
    this.#databaseMilliseconds = databaseMilliseconds;
  }

  /** Sets the scheduler whose jobs are reported. It is created after the routes. */
  watch(scheduler: Scheduler): void {
    this.#scheduler = scheduler;
  }

  /** The state now. */
  async report(): Promise<HealthReport> {
    const { database, diskSpace } = this.#sources;
    const [isAlive, disk] = await Promise.all([this.#databaseAnswers(), diskSpace.state()]);
    // With a full disk the embedded database cannot store anything.
    const isReady = isAlive && !(disk === 'full' && database.engine === 'sqlite');
    const failingJobs = (this.#scheduler?.records() ?? []).filter(({ isFailing }) => isFailing);
    const reasons: DegradedReason[] = [];
    if (disk !== 'ok') reasons.push(disk === 'low' ? 'disk_low' : 'disk_full');
    if (database.clockDifference !== undefined) reasons.push('clock_wrong');
    if (!database.isListening) reasons.push('not_listening');
    if (database.hasReplicaFailed) reasons.push('replica_fails');
    if (failingJobs.length > 0) reasons.push('jobs_fail');
    return {
      status: !isReady ? 'unavailable' : reasons.length > 0 ? 'degraded' : 'ok',
      ...(reasons.length > 0 && { reasons }),
      ...(disk !== 'ok' && { disk }),
      ...(!isAlive && { database: 'silent' as const }),
      ...(database.clockDifference !== undefined && { clock_ahead_seconds: database.clockDifference }),
      ...(failingJobs.length > 0 && { failing_jobs: failingJobs.map(({ name }) => name) }),
    };
  }

  /** Whether the database answers in time. */
  async #databaseAnswers(): Promise<boolean> {
    this.#asking ??= this.#sources.database.isAlive().finally(() => {
      this.#asking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.#databaseMilliseconds);
    });
    try {
      return await Promise.race([this.#asking, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
