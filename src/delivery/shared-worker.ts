// A worker of the outbox whose rows go to receivers that may be slow. Each receiver has a share of what is under way at
// once: the rows of others go past those that wait for it, and what comes while some are under way is begun beside them.

import type { OutboxRow } from '../actions/outbox/store.ts';
import type { LogEntry } from '../contract/event.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { runningClock } from './running-clock.ts';

/** Rows that are read at once while those are looked for that may begin. */
const ROWS_PER_LOOK = 500;

/** Which rows a worker takes, and how many at the same moment. */
export interface Shares {
  readonly kind: string;
  readonly atOnce: number;
  readonly perReceiver: number;
  /** After so long a row that was taken and never finished is due again. */
  readonly leaseSeconds: number;
}

export abstract class SharedWorker extends OutboxWorker {
  readonly #shares: Shares;
  /** Has a run that waits look again. */
  #wake = () => {};

  constructor(database: ParleyDatabase, shares: Shares) {
    super(database, { ...shares, batch: ROWS_PER_LOOK });
    this.#shares = shares;
  }

  override broughtBy(entry: LogEntry): number | undefined {
    const moment = super.broughtBy(entry);
    if (moment !== undefined) this.#wake();
    return moment;
  }

  override async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    /** The receivers of the rows that are under way, by their ids. */
    const underWay = new Map<number, string>();
    const failures: unknown[] = [];
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const mayBegin = !signal.aborted && failures.length === 0;
      for (const row of mayBegin ? await this.#startable(underWay, now()) : []) {
        underWay.set(row.id, this.receiverOf(row));
        void this.take(row, now, signal)
          .catch((error: unknown) => failures.push(error))
          .finally(() => {
            underWay.delete(row.id);
            this.#wake();
          });
      }
      if (underWay.size === 0) break;
      await woken;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Whom a row is for. */
  protected abstract receiverOf(row: OutboxRow): string;

  /** The rows that are due and have a place beside those that are under way, in their order. */
  async #startable(underWay: ReadonlyMap<number, string>, now: number): Promise<OutboxRow[]> {
    const { atOnce, perReceiver } = this.#shares;
    const places = atOnce - underWay.size;
    const counts = new Map<string, number>();
    for (const receiver of underWay.values()) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
    const rows: OutboxRow[] = [];
    for (let skipped = 0; rows.length < places; skipped += ROWS_PER_LOOK) {
      const due = await this.due(now, ROWS_PER_LOOK, skipped);
      for (const row of due) {
        const receiver = this.receiverOf(row);
        const count = counts.get(receiver) ?? 0;
        if (rows.length === places || count >= perReceiver || underWay.has(row.id)) continue;
        counts.set(receiver, count + 1);
        rows.push(row);
      }
      if (due.length < ROWS_PER_LOOK) break;
    }
    return rows;
  }
}
