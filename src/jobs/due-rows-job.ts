// What jobs for rows that are each due at a time have in common: they wait for the next row, and process due rows of
// all organizations in batches.

import type { LogEntry } from '../api-contract/event.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { Job, JobServices } from './job.ts';

/** Rows read at a time. */
const BATCH = 100;

export interface OrganizationRow {
  readonly organization_id: number;
}

/** A kind of rows, of all organizations. Times are seconds since 1970. */
export interface DueRows<Row extends OrganizationRow> {
  readonly name: string;
  /** When the next row is due. */
  next(reader: Reader): Promise<number | undefined>;
  /** Due rows, the earliest first. */
  due(reader: Reader, now: number, limit: number): Promise<Row[]>;
  wakeOn(entry: LogEntry): number | undefined;
}

export abstract class DueRowsJob<Row extends OrganizationRow, Kind extends DueRows<Row>> implements Job {
  readonly name: string;
  readonly pollSeconds: number = 15;
  protected readonly services: JobServices;
  protected readonly kind: Kind;

  constructor(services: JobServices, kind: Kind) {
    this.name = kind.name;
    this.services = services;
    this.kind = kind;
  }

  /**
   * Processes due rows of one organization, at most a batch, in the order in which they are due.
   * @param now in whole seconds since 1970
   */
  protected abstract processIn(organizationId: number, rows: readonly Row[], now: number): Promise<void>;

  get #reader(): Reader {
    // The reader belongs to no organization: due rows are read from all of them at once.
    return this.services.database.reader(0);
  }

  next(): Promise<number | undefined> {
    return this.kind.next(this.#reader);
  }

  wakeOn(entry: LogEntry): number | undefined {
    return this.kind.wakeOn(entry);
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    // Stored times are whole seconds.
    const now = Math.floor(moment);
    for (;;) {
      const rows = await this.kind.due(this.#reader, now, BATCH);
      const byOrganization = Map.groupBy(rows, (row) => row.organization_id);
      const outcomes = await Promise.allSettled(
        [...byOrganization].map(([organizationId, own]) => this.processIn(organizationId, own, now)),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      if (rows.length < BATCH || signal.aborted) return;
    }
  }
}
