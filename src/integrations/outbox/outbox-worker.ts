// What the workers of the outbox have in common. Each is a job: it takes the rows of its kind that are due, one by one and
// for a bounded time, so that of several servers one has a row, and says of each what becomes of it.

import {
  bringsWork,
  type Deferral,
  deferWork,
  dueWork,
  dueWorkBeside,
  nextWork,
  type OutboxRow,
  type PassedOver,
  removeWork,
  takeWork,
} from '../../actions/outbox/outbox-store.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Unit } from '../../storage/unit.ts';
import { runningClock } from './running-clock.ts';

/** Which rows a worker takes, and how. */
export interface Share {
  readonly kind: string;
  /** Rows that one look takes. */
  readonly batch: number;
  /** After so long a row that was taken and never finished is due again. */
  readonly leaseSeconds: number;
}

export abstract class OutboxWorker {
  abstract readonly name: string;
  readonly lookEverySeconds = 15;
  readonly #database: ParleyDatabase;
  readonly #share: Share;

  constructor(database: ParleyDatabase, share: Share) {
    this.#database = database;
    this.#share = share;
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#database.reader(0), this.#share.kind);
  }

  broughtBy(entry: LogEntry): number | undefined {
    return bringsWork(entry, this.#share.kind) ? 0 : undefined;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const { batch } = this.#share;
    while (!signal.aborted) {
      const rows = await dueWork(this.#database.reader(0), this.#share.kind, now(), batch);
      if (rows.length === 0) return;
      await this.each(rows, (row) => this.take(row, now, signal), signal);
    }
  }

  /** Rows that are due, past some. */
  protected dueBeside(passedOver: PassedOver, now: number, limit: number): Promise<OutboxRow[]> {
    const { kind } = this.#share;
    return dueWorkBeside(this.#database.reader(0), passedOver, { kind, now, limit });
  }

  /** Goes through rows that are due: all at once, unless a worker has an order of its own. */
  protected async each(
    rows: readonly OutboxRow[],
    take: (row: OutboxRow) => Promise<void>,
    _signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(rows.map(take));
  }

  /** Takes a row and does what it says, where no other worker has it. */
  protected async take(row: OutboxRow, now: () => number, signal: AbortSignal): Promise<void> {
    const { leaseSeconds } = this.#share;
    const taken = await this.#database.write(row.organization_id, (writer) =>
      takeWork(writer, row.id, now(), leaseSeconds),
    );
    if (taken) await this.work(taken, now, signal);
  }

  /** Does what a row says, and finishes or defers it; a row that is left as it is comes again after its lease. */
  protected abstract work(taken: OutboxRow, now: () => number, signal: AbortSignal): Promise<void>;

  /**
   * Removes a row that is done, or given up, and changes what follows from it in the same unit. False, and nothing
   * changed, where it took so long that another worker has the row.
   */
  protected finish(taken: OutboxRow, ...settlings: readonly Unit<unknown>[]): Promise<boolean> {
    return this.#database.write(taken.organization_id, async (writer) => {
      if (!(await removeWork(writer, taken))) return false;
      for (const settle of settlings) await settle(writer);
      return true;
    });
  }

  /** Has a row tried again later, likewise. */
  protected again(taken: OutboxRow, later: Deferral, settle?: Unit<unknown>): Promise<boolean> {
    return this.#database.write(taken.organization_id, async (writer) => {
      const isOurs = await deferWork(writer, taken, later);
      if (isOurs) await settle?.(writer);
      return isOurs;
    });
  }
}
