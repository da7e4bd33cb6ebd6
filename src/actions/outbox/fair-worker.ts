// An outbox worker that shares its concurrency fairly among receivers, which may be slow. Each receiver, and
// all receivers of one holder together, have a limit: rows of others overtake those over a limit, and new
// rows start while others are running.

import type { LogEntry } from '../../api-contract/event.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { OutboxWorker } from './batch-worker.ts';
import { ConcurrencyShares } from './concurrency-shares.ts';
import { holderOf, type OutboxRow } from './outbox-store.ts';
import { runningClock } from './running-clock.ts';
import { WorkLoop } from './work-loop.ts';

/** The rows that a worker takes, and its concurrency limits. */
export interface FairWorkerOptions {
  readonly kind: string;
  readonly atOnce: number;
  readonly perReceiver: number;
  readonly perHolder: number;
  /** After this time an unfinished row is due again. */
  readonly leaseSeconds: number;
}

export abstract class FairWorker extends OutboxWorker {
  readonly #options: FairWorkerOptions;
  readonly #sideBySide = new WorkLoop();

  constructor(database: ParleyDatabase, shares: FairWorkerOptions) {
    super(database, { ...shares, batch: shares.atOnce });
    this.#options = shares;
  }

  override wakeOn(entry: LogEntry): number | undefined {
    const moment = super.wakeOn(entry);
    if (moment !== undefined) this.#sideBySide.wake();
    return moment;
  }

  override async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const { atOnce, perReceiver, perHolder } = this.#options;
    const shares = new ConcurrencyShares<OutboxRow>(atOnce, [perReceiver, perHolder]);
    const startable = () => this.#startable(shares, now());
    const processRow = (row: OutboxRow) => this.process(row, now, signal);
    const onEnd = (row: OutboxRow) => shares.release(row);
    await this.#sideBySide.run({ startable, run: processRow, onEnd }, signal);
  }

  /** The due rows that the limits admit in addition to the running ones, in order. Admits them. */
  async #startable(shares: ConcurrencyShares<OutboxRow>, now: number): Promise<OutboxRow[]> {
    const { atOnce } = this.#options;
    const rows: OutboxRow[] = [];
    // Each query except the last fills the limit of at least one receiver or holder.
    while (shares.free > 0) {
      const excluded = { ids: shares.ids, receivers: shares.full(0), holders: shares.full(1) };
      const due = await this.dueExcept(excluded, now, atOnce);
      for (const row of due) if (shares.admit(row, [row.receiver, holderOf(row.receiver)])) rows.push(row);
      if (due.length < atOnce) break;
    }
    return rows;
  }
}
