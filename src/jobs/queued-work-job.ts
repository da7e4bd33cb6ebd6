// Jobs over work of one kind that waits in the outbox, of all organizations: a batch at a look, one piece after another.

import { bringsWork, dueWork, nextWork, type OutboxRow } from '../actions/outbox/outbox-store.ts';
import type { LogEntry } from '../api-contract/event.ts';
import type { Job, JobServices } from './job.ts';

/** A kind of work. */
export interface QueuedWork {
  readonly name: string;
  /** Of the rows in the outbox. */
  readonly kind: string;
  /** Rows that one look takes. */
  readonly batch: number;
  /** Does one piece, or some of it; nothing where another server has it. */
  work(services: JobServices, row: OutboxRow, look: Look): Promise<void>;
}

/** One look at what waits. */
interface Look {
  /** Whole seconds since 1970. */
  readonly now: number;
  /** Aborted when the server is about to stop. */
  readonly signal: AbortSignal;
}

/** One kind of work that is done as soon as it is there. */
export class QueuedWorkJob implements Job {
  readonly name: string;
  readonly lookEverySeconds = 60;
  readonly #services: JobServices;
  readonly #queued: QueuedWork;

  constructor(services: JobServices, queued: QueuedWork) {
    this.name = queued.name;
    this.#services = services;
    this.#queued = queued;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { kind, batch } = this.#queued;
    const look = { now: Math.floor(now), signal };
    for (;;) {
      const rows = await dueWork(this.#services.database.reader(0), kind, look.now, batch);
      for (const row of rows) {
        if (signal.aborted) return;
        await this.#queued.work(this.#services, row, look);
      }
      if (rows.length < batch) return;
    }
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#services.database.reader(0), this.#queued.kind);
  }

  broughtBy(entry: LogEntry): number | undefined {
    return bringsWork(entry, this.#queued.kind) ? 0 : undefined;
  }
}
