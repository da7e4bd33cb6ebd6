// The base class of workers that take their rows in batches. Each is a job that leases the due rows of its kind for a bounded time, so
// that of several servers one has a row, and then finishes or defers each row.

import type { LogEntry } from '../../api-contract/event.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Unit } from '../../storage/unit.ts';
import {
  announcesWork,
  claimWork,
  type Deferral,
  deferWork,
  dueWork,
  dueWorkExcluding,
  type ExcludedWork,
  nextWork,
  type OutboxRow,
  removeWork,
} from './outbox-store.ts';
import { runningClock } from './running-clock.ts';

export interface OutboxWorkerOptions {
  readonly kind: string;
  /** How many rows are taken at a time. */
  readonly batch: number;
  /** After this time an unfinished row is due again. */
  readonly leaseSeconds: number;
}

export abstract class OutboxWorker {
  abstract readonly name: string;
  readonly pollSeconds = 15;
  readonly #database: ParleyDatabase;
  readonly #options: OutboxWorkerOptions;

  constructor(database: ParleyDatabase, share: OutboxWorkerOptions) {
    this.#database = database;
    this.#options = share;
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#database.reader(0), this.#options.kind);
  }

  wakeOn(entry: LogEntry): number | undefined {
    return announcesWork(entry, this.#options.kind) ? 0 : undefined;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const { batch } = this.#options;
    while (!signal.aborted) {
      const rows = await dueWork(this.#database.reader(0), this.#options.kind, now(), batch);
      if (rows.length === 0) return;
      await this.processAll(rows, (row) => this.process(row, now, signal), signal);
    }
  }

  /** Due rows, except some. */
  protected dueExcept(passedOver: ExcludedWork, now: number, limit: number): Promise<OutboxRow[]> {
    const { kind } = this.#options;
    return dueWorkExcluding(this.#database.reader(0), passedOver, { kind, now, limit });
  }

  /** Takes due rows: all at once, unless a worker has an order of its own. */
  protected async processAll(
    rows: readonly OutboxRow[],
    processRow: (row: OutboxRow) => Promise<void>,
    _signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(rows.map(processRow));
  }

  /** Leases a row and runs it, unless another worker has it. */
  protected async process(row: OutboxRow, now: () => number, signal: AbortSignal): Promise<void> {
    const { leaseSeconds } = this.#options;
    const claimed = await this.#database.write(row.organization_id, (writer) =>
      claimWork(writer, row.id, now(), leaseSeconds),
    );
    if (claimed) await this.work(claimed, now, signal);
  }

  /** Runs a row, and finishes or defers it; a row left unchanged is due again when its lease expires. */
  protected abstract work(row: OutboxRow, now: () => number, signal: AbortSignal): Promise<void>;

  /**
   * Removes a row that is done or given up, and runs follow-ups in the same unit. Returns false, and changes
   * nothing, if the lease has expired and another worker has the row.
   */
  protected finish(row: OutboxRow, ...settlings: readonly Unit<unknown>[]): Promise<boolean> {
    return this.#database.write(row.organization_id, async (writer) => {
      if (!(await removeWork(writer, row))) return false;
      for (const settle of settlings) await settle(writer);
      return true;
    });
  }

  /** Defers a row to a later attempt, in the same way. */
  protected defer(row: OutboxRow, later: Deferral, settle?: Unit<unknown>): Promise<boolean> {
    return this.#database.write(row.organization_id, async (writer) => {
      const isOurs = await deferWork(writer, row, later);
      if (isOurs) await settle?.(writer);
      return isOurs;
    });
  }
}
