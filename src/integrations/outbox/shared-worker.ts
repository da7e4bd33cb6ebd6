// A worker of the outbox whose rows go to receivers that may be slow. Each receiver has a share of what is under way at
// once, and so have all receivers of one holder together: the rows of others go past those that wait for them, and what
// comes while some are under way is begun beside them.

import { holderOf, type OutboxRow } from '../../actions/outbox/outbox-store.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { runningClock } from './running-clock.ts';
import { SideBySide } from './side-by-side.ts';

/** Which rows a worker takes, and how many at the same moment. */
export interface Shares {
  readonly kind: string;
  readonly atOnce: number;
  readonly perReceiver: number;
  readonly perHolder: number;
  /** After so long a row that was taken and never finished is due again. */
  readonly leaseSeconds: number;
}

/** How many places each of some names has taken, of so many. */
class Taken {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  isFull(name: string): boolean {
    return (this.#counts.get(name) ?? 0) >= this.#most;
  }

  get full(): string[] {
    return [...this.#counts.keys()].filter((name) => this.isFull(name));
  }
}

export abstract class SharedWorker extends OutboxWorker {
  readonly #shares: Shares;
  readonly #sideBySide = new SideBySide();

  constructor(database: ParleyDatabase, shares: Shares) {
    super(database, { ...shares, batch: shares.atOnce });
    this.#shares = shares;
  }

  override broughtBy(entry: LogEntry): number | undefined {
    const moment = super.broughtBy(entry);
    if (moment !== undefined) this.#sideBySide.wake();
    return moment;
  }

  override async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    /** The receivers of the rows that are under way, by their ids. */
    const underWay = new Map<number, string>();
    const startable = async () => {
      const rows = await this.#startable(underWay, now());
      for (const { id, receiver } of rows) underWay.set(id, receiver);
      return rows;
    };
    const take = (row: OutboxRow) => this.take(row, now, signal);
    const ended = ({ id }: OutboxRow) => void underWay.delete(id);
    await this.#sideBySide.run({ startable, take, ended }, signal);
  }

  /** The rows that are due and have a place beside those that are under way, in their order. */
  async #startable(underWay: ReadonlyMap<number, string>, now: number): Promise<OutboxRow[]> {
    const { atOnce, perReceiver, perHolder } = this.#shares;
    const places = atOnce - underWay.size;
    const ofReceivers = new Taken(perReceiver);
    const ofHolders = new Taken(perHolder);
    const rows: OutboxRow[] = [];
    const hasPlace = (receiver: string) =>
      !ofReceivers.isFull(receiver) && !ofHolders.isFull(holderOf(receiver));
    const count = (receiver: string) => {
      ofReceivers.add(receiver);
      ofHolders.add(holderOf(receiver));
    };
    for (const receiver of underWay.values()) count(receiver);
    // Each look but the last fills the share of one receiver or holder at least.
    while (rows.length < places) {
      const ids = [...underWay.keys(), ...rows.map(({ id }) => id)];
      const due = await this.dueBeside(
        { ids, receivers: ofReceivers.full, holders: ofHolders.full },
        now,
        atOnce,
      );
      for (const row of due) {
        if (rows.length === places || !hasPlace(row.receiver)) continue;
        count(row.receiver);
        rows.push(row);
      }
      if (due.length < atOnce) break;
    }
    return rows;
  }
}
