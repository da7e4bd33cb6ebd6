// What the server tells about itself, in the text format of Prometheus. Requests are counted as they go; everything else
// is found out when somebody asks, and the library that measures the process is loaded when somebody first does.

import { detailOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { exactSeconds } from '../../api-contract/time.ts';
import { parleyVersion } from '../../api-contract/version.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { type DiskSpace, reserveOf } from '../../files/disk-space.ts';
import type { Scheduler } from '../../jobs/scheduler.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import {
  countLoginFailures,
  eventPosting,
  sumUploadedBytes,
  waitingWork,
} from '../../stores/deployment/waiting-work.ts';
import { RequestCounts } from './request-counts.ts';
import { family, type Sample } from './text-format.ts';

/** A Prometheus waits for ten seconds. */
const KEPT_MILLISECONDS = 3000;

/** What is measured, and where it is told that the database does not answer. */
interface Measured {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly diskSpace: DiskSpace;
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

/** The measurements of one server. */
export class Metrics {
  readonly requests = new RequestCounts();
  readonly #measured: Measured;
  readonly #keptMilliseconds: number;
  #scheduler: Scheduler | undefined;
  #process: Promise<ProcessMetrics> | undefined;
  /** What the database was asked for and has not told yet: it is asked once at a time, however long it takes. */
  #asked: Promise<string[]> | undefined;

  /** @param keptMilliseconds the time that the database has to tell what it knows */
  constructor(measured: Measured, keptMilliseconds = KEPT_MILLISECONDS) {
    this.#measured = measured;
    this.#keptMilliseconds = keptMilliseconds;
  }

  /** The jobs to tell of: they are put together after what counts requests. */
  watch(scheduler: Scheduler): void {
    this.#scheduler = scheduler;
  }

  /** The metrics as text. Where the database does not answer, what needs it is left out and `parley_up` is 0. */
  async text(): Promise<string> {
    const process = await this.#processMetrics();
    const kept = await this.#keptInTime();
    const { database } = this.#measured;
    const lines = [
      ...family('parley_up', 'gauge', 'Whether the database answers.', [[{}, kept ? 1 : 0]]),
      ...family('parley_build_info', 'gauge', 'The version, as a label.', [
        [{ version: parleyVersion(), engine: database.engine }, 1],
      ]),
      ...this.requests.lines(),
      ...(await this.#queues()),
      ...(await this.#disk()),
      ...this.#jobs(),
      ...(kept ?? []),
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

  /** What the database tells; undefined where it fails or takes too long. */
  async #keptInTime(): Promise<string[] | undefined> {
    this.#asked ??= this.#kept().finally(() => {
      this.#asked = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('it takes too long')), this.#keptMilliseconds);
    });
    try {
      return await Promise.race([this.#asked, late]);
    } catch (error) {
      this.#measured.log.warn({ error: detailOf(error) }, 'the database tells no metrics');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async #queues(): Promise<string[]> {
    const loaded = await this.#measured.hubs.loaded();
    const sum = (of: (hub: OrganizationHub) => number) => loaded.reduce((total, hub) => total + of(hub), 0);
    const since = exactSeconds() - limits.presenceSeconds;
    return [
      ...family('parley_event_queues', 'gauge', 'Event queues in memory, by whether a poll waits.', [
        [{ state: 'waiting' }, sum((hub) => hub.waitingCount)],
        [{ state: 'known' }, sum((hub) => hub.queueCount)],
      ]),
      ...family(
        'parley_event_looks_total',
        'counter',
        'Waiting polls that entries of the log were held against.',
        [[{}, sum((hub) => hub.lookCount)]],
      ),
      ...family('parley_people_online', 'gauge', 'People whose clients said lately that they are there.', [
        [{}, sum((hub) => hub.state.presence.countSince(since))],
      ]),
    ];
  }

  /** The disk of the data directory; nothing where the system does not say. */
  async #disk(): Promise<string[]> {
    const room = await this.#measured.diskSpace.room();
    if (!room) return [];
    return family(
      'parley_disk_bytes',
      'gauge',
      'The disk of the data directory: size, room, and what uploads leave.',
      [
        [{ of: 'size' }, room.size],
        [{ of: 'free' }, room.free],
        [{ of: 'reserve' }, Math.round(reserveOf(room.size))],
      ],
    );
  }

  #jobs(): string[] {
    const records = this.#scheduler?.records() ?? [];
    const each = (of: 'runs' | 'failures' | 'lastDone') =>
      records.map((record): Sample => [{ job: record.name }, record[of]]);
    return [
      ...family('parley_job_runs_total', 'counter', 'Runs of recurring work, by job.', each('runs')),
      ...family(
        'parley_job_failures_total',
        'counter',
        'Runs that failed or could not begin, by job.',
        each('failures'),
      ),
      ...family(
        'parley_job_last_success_seconds',
        'gauge',
        'When a job last ended well, in seconds since 1970; 0 before.',
        each('lastDone'),
      ),
    ];
  }

  /** What the database tells, over all organizations. */
  async #kept(): Promise<string[]> {
    const { database } = this.#measured;
    const reader = database.reader(0);
    const [waiting, events, failures, uploads, sizes] = await Promise.all([
      waitingWork(reader),
      eventPosting(reader),
      countLoginFailures(reader),
      sumUploadedBytes(reader),
      database.sizes(),
    ]);
    const now = exactSeconds();
    const room: Sample[] = [
      [{ of: 'database' }, sizes.database],
      [{ of: 'uploads' }, uploads],
    ];
    if (sizes.writeAheadLog !== undefined) room.push([{ of: 'write_ahead_log' }, sizes.writeAheadLog]);
    return [
      ...family(
        'parley_outbox_rows',
        'gauge',
        'Work that waits to be done, by kind: mails, notifications, webhooks, …',
        waiting.map(({ kind, rows }): Sample => [{ kind }, rows]),
      ),
      ...family(
        'parley_outbox_overdue_seconds',
        'gauge',
        'How long the oldest of it has been due, by kind.',
        waiting.map(({ kind, due_at }): Sample => [{ kind }, Math.max(0, Math.round(now - due_at))]),
      ),
      ...family('parley_event_subscriptions', 'gauge', 'Addresses that events of bots are posted to.', [
        [{ state: 'active' }, events.active],
        [{ state: 'waiting' }, events.waiting],
      ]),
      ...family(
        'parley_event_subscriptions_failing_seconds',
        'gauge',
        'For how long the first of those that wait has not taken an event.',
        [[{}, events.failing_since === undefined ? 0 : Math.max(0, Math.round(now - events.failing_since))]],
      ),
      ...family(
        'parley_event_subscriptions_behind_entries',
        'gauge',
        'Entries of the log that wait for the slowest of them.',
        [[{}, events.entries]],
      ),
      ...family('parley_login_failures', 'gauge', 'Failed log-ins of the last half hour.', [[{}, failures]]),
      ...family('parley_stored_bytes', 'gauge', 'Room on disks, by what takes it.', room),
    ];
  }
}
