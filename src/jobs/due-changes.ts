// A job for rows of accounts that change at a time: conversations that come back, mutes that end. Each unit of work changes
// those of one organization that are still due, so that of several servers one changes a row, once.

import type { LogEntry } from '../api-contract/event.ts';
import type { Reader, Writer } from '../storage/reader-writer.ts';
import type { Job, JobServices } from './job.ts';

/** Rows read at a time, and changed by one unit of work at most. */
const BATCH = 100;

interface OrganizationRow {
  readonly organization_id: number;
}

/** A kind of such rows, of all organizations. Times are seconds since 1970. */
export interface DueChange<Row extends OrganizationRow> {
  readonly name: string;
  /** When the next row is due. */
  next(reader: Reader): Promise<number | undefined>;
  /** Due rows, the earliest first. */
  due(reader: Reader, now: number, limit: number): Promise<Row[]>;
  /** Changes those of an organization's rows that are still due, and emits that. */
  change(writer: Writer, rows: readonly Row[], now: number): Promise<void>;
  wakeOn(entry: LogEntry): number | undefined;
}

/** Changes one kind of rows when they are due. */
export class DueChangesJob<Row extends OrganizationRow> implements Job {
  readonly name: string;
  readonly pollSeconds = 15;
  readonly #services: JobServices;
  readonly #kind: DueChange<Row>;

  constructor(services: JobServices, kind: DueChange<Row>) {
    this.name = kind.name;
    this.#services = services;
    this.#kind = kind;
  }

  get #reader(): Reader {
    // Without an organization: due rows are read from all of them at once.
    return this.#services.database.reader(0);
  }

  next(): Promise<number | undefined> {
    return this.#kind.next(this.#reader);
  }

  wakeOn(entry: LogEntry): number | undefined {
    return this.#kind.wakeOn(entry);
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const moment = Math.floor(now);
    for (;;) {
      const rows = await this.#kind.due(this.#reader, moment, BATCH);
      for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organization_id))
        await this.#services.database.write(organizationId, (writer) =>
          this.#kind.change(writer, own, moment),
        );
      if (rows.length < BATCH || signal.aborted) return;
    }
  }
}
