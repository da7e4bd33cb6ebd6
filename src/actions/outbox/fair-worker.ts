// An outbox worker that shares its concurrency fairly among receivers, which may be slow. Each receiver, and
// all receivers of one holder together, have a limit: rows of others overtake those over a limit, and new
// rows start while others are running.

import type { LogEntry } from '../../api-contract/event.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { holderOf, type OutboxRow } from './outbox-store.ts';
import { OutboxWorker } from './outbox-worker.ts';
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

/** Counts the running rows per name, up to a limit. */
class Usage {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  isFull(name: string): boolean {
    return (this.#counts.get(name) ?? 0) >= this.#limit;
  }

  get full(): string[] {
    return [...this.#counts.keys()].filter((name) => this.isFull(name));
  }
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
    /** The receivers of the running rows, by row id. */
    const running = new Map<number, string>();
    const startable = async () => {
      const rows = await this.#startable(running, now());
      for (const { id, receiver } of rows) running.set(id, receiver);
      return rows;
    };
    const processRow = (row: OutboxRow) => this.process(row, now, signal);
    const onEnd = ({ id }: OutboxRow) => void running.delete(id);
    await this.#sideBySide.run({ startable, run: processRow, onEnd }, signal);
  }

  /** The due rows that the limits admit in addition to the running ones, in order. */
  async #startable(running: ReadonlyMap<number, string>, now: number): Promise<OutboxRow[]> {
    const { atOnce, perReceiver, perHolder } = this.#options;
    const free = atOnce - running.size;
    const receiverUsage = new Usage(perReceiver);
    const holderUsage = new Usage(perHolder);
    const rows: OutboxRow[] = [];
    const isAdmitted = (receiver: string) =>
      !receiverUsage.isFull(receiver) && !holderUsage.isFull(holderOf(receiver));
    const count = (receiver: string) => {
      receiverUsage.add(receiver);
      holderUsage.add(holderOf(receiver));
    };
    for (const receiver of running.values()) count(receiver);
    // Each query except the last fills the limit of at least one receiver or holder.
    while (rows.length < free) {
      const ids = [...running.keys(), ...rows.map(({ id }) => id)];
      const due = await this.dueExcept(
        { ids, receivers: receiverUsage.full, holders: holderUsage.full },
        now,
        atOnce,
      );
      for (const row of due) {
        if (rows.length === free || !isAdmitted(row.receiver)) continue;
        count(row.receiver);
        rows.push(row);
      }
      if (due.length < atOnce) break;
    }
    return rows;
  }
}
