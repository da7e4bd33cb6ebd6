// Jobs for outbox rows of one kind, of all organizations: a batch at a time, one row after another.

import { announcesWork, dueWork, nextWork, type OutboxRow } from '../actions/outbox/outbox-store.ts';
import type { LogEntry } from '../api-contract/event.ts';
import type { Job, JobServices } from './job.ts';

/** A kind of work. */
export interface QueuedWork {
  readonly name: string;
  /** The kind of the outbox rows. */
  readonly kind: string;
  /** Rows read at a time. */
  readonly batch: number;
  /** Does all or part of a row's work; does nothing if another server has claimed it. */
  work(services: JobServices, row: OutboxRow, run: Run): Promise<void>;
}

/** One run over the waiting rows. */
interface Run {
  /** Whole seconds since 1970. */
  readonly now: number;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Runs one kind of work as soon as it is queued. */
export class QueuedWorkJob implements Job {
  readonly name: string;
  readonly pollSeconds = 60;
  readonly #services: JobServices;
  readonly #queued: QueuedWork;

  constructor(services: JobServices, queued: QueuedWork) {
    this.name = queued.name;
    this.#services = services;
    this.#queued = queued;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { kind, batch } = this.#queued;
    const run = { now: Math.floor(now), signal };
    for (;;) {
      const rows = await dueWork(this.#services.database.reader(0), kind, run.now, batch);
      for (const row of rows) {
        if (signal.aborted) return;
        await this.#queued.work(this.#services, row, run);
      }
      if (rows.length < batch) return;
    }
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#services.database.reader(0), this.#queued.kind);
  }

  wakeOn(entry: LogEntry): number | undefined {
    return announcesWork(entry, this.#queued.kind) ? 0 : undefined;
  }
}
