// The server's metrics in the text format of Prometheus. Requests are counted as they happen; everything else
// is measured on demand. The library that measures the process is loaded at the first demand.

import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { exactSeconds } from '../../api-contract/time.ts';
import { parleyVersion } from '../../api-contract/version.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { type DiskSpace, reserveOf } from '../../files/disk-space.ts';
import type { Scheduler } from '../../jobs/scheduler.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import {
  countLoginFailures,
  eventPosting,
  pendingWork,
  sumUploadedBytes,
} from '../../stores/deployment/monitoring-store.ts';
import { lastBackupAt } from '../../stores/job-marks/backup-store.ts';
import { countCalls } from '../../stores/native-calls/call-counts.ts';
import type { Health } from '../health.ts';
import { CertificateExpiry } from './certificate-expiry.ts';
import { healthLines, replicaLines } from './health-lines.ts';
import { RequestCounts } from './request-counts.ts';
import { family, histogramSamples, type Sample } from './text-format.ts';

/** Prometheus waits ten seconds. */
const DATABASE_MILLISECONDS = 3000;

/** The measured objects, and the log that reports a database that does not answer. */
interface Sources {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly diskSpace: DiskSpace;
  /** Its certificate is watched; undefined if there is none. */
  readonly publicUrl: string | undefined;
  readonly health: Health;
  readonly log: Pick<Logger, 'warn'>;
}

interface ProcessMetrics {
  metrics(): Promise<string>;
}

async function processMetrics(): Promise<ProcessMetrics> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

export class Metrics {
  readonly requests = new RequestCounts();
  readonly #sources: Sources;
  readonly #databaseMilliseconds: number;
  readonly #certificate: CertificateExpiry;
  #scheduler: Scheduler | undefined;
  #process: Promise<ProcessMetrics> | undefined;
  /** The running query of the database. Only one runs at a time, however long it takes. */
  #runningQuery: Promise<string[]> | undefined;

  /** @param databaseMilliseconds the time that the database has to answer */
  constructor(sources: Sources, databaseMilliseconds = DATABASE_MILLISECONDS) {
    this.#sources = sources;
    this.#certificate = new CertificateExpiry(sources.publicUrl);
    this.#databaseMilliseconds = databaseMilliseconds;
  }

  /** Sets the scheduler whose jobs are reported. It is created after the counter of requests. */
  watch(scheduler: Scheduler): void {
    this.#scheduler = scheduler;
  }

  /** The metrics as text. If the database does not answer, its metrics are left out and `parley_up` is 0. */
  async text(): Promise<string> {
    const process = await this.#processMetrics();
    const databaseMetrics = await this.#databaseMetricsInTime();
    const { database } = this.#sources;
    const lines = [
      ...family('parley_up', 'gauge', 'Whether the database responds.', [[{}, databaseMetrics ? 1 : 0]]),
      ...family('parley_build_info', 'gauge', 'The version, as a label.', [
        [{ version: parleyVersion(), engine: database.engine }, 1],
      ]),
      ...this.requests.lines(),
      ...(await this.#queues()),
      ...family(
        'parley_delivery_seconds',
        'histogram',
        'Age of messages when waiting clients receive them, from the unit of work that sent them.',
        histogramSamples({}, this.#sources.hubs.deliveries),
      ),
      ...(await this.#disk()),
      ...healthLines(await this.#sources.health.report(), this.#certificate.seconds),
      ...this.#jobs(),
      ...family('parley_replica_reads_total', 'counter', 'Long reads that a standby answered.', [
        [{}, database.replicaReads],
      ]),
      ...(databaseMetrics ?? []),
    ];
    return `${lines.join('\n')}\n${await process.metrics()}`;
  }

  #processMetrics(): Promise<ProcessMetrics> {
    this.#process ??= processMetrics().catch((error: unknown) => {
      this.#process = undefined;
      throw error;
    });
    return this.#process;
  }

  /** The metrics read from the database; undefined if that fails or takes too long. */
  async #databaseMetricsInTime(): Promise<string[] | undefined> {
    this.#runningQuery ??= this.#databaseMetrics().finally(() => {
      this.#runningQuery = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('timed out')), this.#databaseMilliseconds);
    });
    try {
      return await Promise.race([this.#runningQuery, timeout]);
    } catch (error) {
      this.#sources.log.warn({ error: detailOf(error) }, 'database metrics failed');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async #queues(): Promise<string[]> {
    const loaded = await this.#sources.hubs.loadedHubs();
    const sum = (of: (hub: OrganizationHub) => number) => loaded.reduce((total, hub) => total + of(hub), 0);
    const since = exactSeconds() - limits.presenceSeconds;
    return [
      ...family(
        'parley_event_queues',
        'gauge',
        'Event queues in memory, by whether a client is waiting for events.',
        [
          [{ state: 'waiting' }, sum((hub) => hub.waitingCount)],
          [{ state: 'known' }, sum((hub) => hub.queueCount)],
        ],
      ),
      ...family('parley_event_looks_total', 'counter', 'Waiting clients checked against new log entries.', [
        [{}, sum((hub) => hub.checkCount)],
      ]),
      ...family('parley_people_online', 'gauge', 'People online.', [
        [{}, sum((hub) => hub.state.presence.countSince(since))],
      ]),
    ];
  }

  /** The disk of the data directory; empty if the system does not report it. */
  async #disk(): Promise<string[]> {
    const disk = await this.#sources.diskSpace.usage();
    if (!disk) return [];
    return family(
      'parley_disk_bytes',
      'gauge',
      'The disk of the data directory: its size, its free space, and the space that uploads leave free.',
      [
        [{ of: 'size' }, disk.size],
        [{ of: 'free' }, disk.free],
        [{ of: 'reserve' }, Math.round(reserveOf(disk.size))],
      ],
    );
  }

  #jobs(): string[] {
    const records = this.#scheduler?.records() ?? [];
    const each = (of: 'runs' | 'failures' | 'lastDone') =>
      records.map((record): Sample => [{ job: record.name }, record[of]]);
    return [
      ...family('parley_job_runs_total', 'counter', 'Runs of scheduled jobs, by job.', each('runs')),
      ...family(
        'parley_job_failures_total',
        'counter',
        'Runs of scheduled jobs that failed or could not start, by job.',
        each('failures'),
      ),
      ...family(
        'parley_job_last_success_seconds',
        'gauge',
        'Time of the last successful run, in seconds since 1970; 0 if none.',
        each('lastDone'),
      ),
    ];
  }

  /** The metrics read from the database, over all organizations. */
  async #databaseMetrics(): Promise<string[]> {
    const { database } = this.#sources;
    const reader = database.reader(0);
    const [waiting, events, failures, uploads, sizes, calls, lastBackup, replicas] = await Promise.all([
      pendingWork(reader),
      eventPosting(reader),
      countLoginFailures(reader),
      sumUploadedBytes(reader),
      database.sizes(),
      countCalls(reader),
      lastBackupAt(reader),
      database.replicas(),
    ]);
    const now = exactSeconds();
    const storageSamples: Sample[] = [
      [{ of: 'database' }, sizes.database],
      [{ of: 'uploads' }, uploads],
    ];
    if (sizes.writeAheadLog !== undefined)
      storageSamples.push([{ of: 'write_ahead_log' }, sizes.writeAheadLog]);
    return [
      ...family(
        'parley_outbox_rows',
        'gauge',
        'Pending work by kind: emails, notifications, webhooks, …',
        waiting.map(({ kind, rows }): Sample => [{ kind }, rows]),
      ),
      ...family(
        'parley_outbox_overdue_seconds',
        'gauge',
        'Seconds that the oldest pending work has been due, by kind.',
        waiting.map(({ kind, due_at }): Sample => [{ kind }, Math.max(0, Math.round(now - due_at))]),
      ),
      ...family('parley_event_subscriptions', 'gauge', 'Event subscriptions of bots.', [
        [{ state: 'active' }, events.active],
        [{ state: 'waiting' }, events.waiting],
      ]),
      ...family(
        'parley_event_subscriptions_failing_seconds',
        'gauge',
        'Seconds for which the longest failing event subscription has accepted no event.',
        [[{}, events.failing_since === undefined ? 0 : Math.max(0, Math.round(now - events.failing_since))]],
      ),
      ...family(
        'parley_event_subscriptions_behind_entries',
        'gauge',
        'Log entries that the slowest event subscription has not processed.',
        [[{}, events.entries]],
      ),
      ...family('parley_calls', 'gauge', 'Calls that go on, by engine.', [
        [{ engine: 'mesh' }, calls.mesh],
        [{ engine: 'livekit' }, calls.livekit],
      ]),
      ...family('parley_call_participants', 'gauge', 'People in calls.', [[{}, calls.participants]]),
      ...family('parley_login_failures', 'gauge', 'Failed logins in the last half hour.', [[{}, failures]]),
      ...family(
        'parley_backup_last_success_seconds',
        'gauge',
        'Time of the data of the last complete backup, in seconds since 1970; 0 if none.',
        [[{}, lastBackup]],
      ),
      ...replicaLines(replicas),
      ...family('parley_stored_bytes', 'gauge', 'Disk space used, by content.', storageSamples),
    ];
  }
}
