// The base class of outbox workers. Each is a job that leases the due rows of its kind for a bounded time, so that only
// one of several servers has a row, runs them concurrently within limits, and applies the outcomes of their work. New
// rows start while others are running, and pass those of receivers that are over their limit.

import type { LogEntry } from '../../api-contract/event.ts';
import { type OutboxServices, type OutcomeRules, OutcomeWriter, type WorkerRun } from './apply-outcome.ts';
import { ConcurrencyShares } from './concurrency-shares.ts';
import { Lanes } from './lanes.ts';
import {
  announcesWork,
  claimWork,
  dueWork,
  dueWorkExcluding,
  holderOf,
  nextWork,
  type OutboxRow,
  UnreadableWorkError,
} from './outbox-store.ts';
import { runningClock } from './running-clock.ts';
import { WorkLoop } from './work-loop.ts';
import type { FollowUps, WorkOutcome } from './work-outcome.ts';

export interface OutboxWorkerOptions extends OutcomeRules {
  readonly kind: string;
  /** How many rows run at the same time. */
  readonly atOnce: number;
  /** How many of these for one receiver, and for all receivers of one holder. */
  readonly shares?: { readonly perReceiver: number; readonly perHolder: number };
  /** Rows of an organization run in order, except that consecutive ones of the same lane run at the same time. */
  readonly laneOf?: (row: OutboxRow) => string;
  /**
   * After this time an unfinished row is due again. 0 if rows are not leased: their whole work is then done in the
   * unit that removes them, so that it is done once.
   */
  readonly leaseSeconds: number;
}

const INTERRUPTED = 'no attempt ended';

export abstract class OutboxWorker {
  abstract readonly name: string;
  readonly pollSeconds: number = 15;
  readonly #services: OutboxServices;
  readonly #options: OutboxWorkerOptions;
  readonly #outcomes: OutcomeWriter;
  readonly #loop = new WorkLoop();

  constructor(services: OutboxServices, options: OutboxWorkerOptions) {
    this.#services = services;
    this.#options = options;
    this.#outcomes = new OutcomeWriter(services, options);
  }

  /**
   * Does a row's work, or a part of it. If it throws, the run ends, and the row is due again when its lease ends; after
   * an `UnreadableWorkError` it is tried again like after any failed attempt.
   * @param row the row as leased; its attempts include this one
   */
  protected abstract work(row: OutboxRow, run: WorkerRun): Promise<WorkOutcome>;

  /** The follow-ups of a row that is given up because all of its attempts were interrupted or threw. */
  protected followUpsOfInterrupted(_row: OutboxRow): FollowUps {
    return {};
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#services.database.reader(0), this.#options.kind);
  }

  wakeOn(entry: LogEntry): number | undefined {
    if (!announcesWork(entry, this.#options.kind)) return undefined;
    this.#loop.wake();
    return 0;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const run = { now: runningClock(moment), signal };
    const { atOnce, shares: { perReceiver, perHolder } = {}, laneOf } = this.#options;
    const limits = perReceiver === undefined || perHolder === undefined ? [] : [perReceiver, perHolder];
    const shares = new ConcurrencyShares<OutboxRow>(atOnce, limits);
    const lanes = laneOf && new Lanes(laneOf);
    const startable = () => this.#startable(shares, lanes, run.now());
    const onEnd = (row: OutboxRow) => {
      shares.release(row);
      lanes?.release(row);
    };
    await this.#loop.run({ startable, run: (row) => this.#process(row, run), onEnd }, signal);
  }

  /** Admits and returns the due rows that may start while the running ones continue, in order. */
  async #startable(
    shares: ConcurrencyShares<OutboxRow>,
    lanes: Lanes | undefined,
    now: number,
  ): Promise<OutboxRow[]> {
    const { atOnce, shares: isShared } = this.#options;
    const rows: OutboxRow[] = [];
    while (shares.free > 0) {
      // Without shares and lanes every row that is read starts.
      const limit = isShared || lanes ? atOnce : shares.free;
      const due = await this.#due(shares, now, limit);
      const isAdmitted = lanes?.admission() ?? (() => true);
      for (const row of due) {
        if (shares.free === 0) break;
        const groups = isShared ? [row.receiver, holderOf(row.receiver)] : [];
        if (isAdmitted(row) && shares.admit(row, groups)) rows.push(row);
      }
      // Where rows are shared, each query except the last fills the limit of at least one receiver or holder.
      if (due.length < limit || !isShared) break;
    }
    return rows;
  }

  /** Due rows, except the running ones and those of receivers and holders that are over their limit. */
  #due(shares: ConcurrencyShares<OutboxRow>, now: number, limit: number): Promise<OutboxRow[]> {
    const { kind } = this.#options;
    const reader = this.#services.database.reader(0);
    const { ids } = shares;
    if (ids.length === 0) return dueWork(reader, kind, now, limit);
    const excluded = { ids, receivers: shares.full(0), holders: shares.full(1) };
    return dueWorkExcluding(reader, excluded, { kind, now, limit });
  }

  /** Leases a row and does its work, unless another worker has it or the server stops meanwhile. */
  async #process(row: OutboxRow, run: WorkerRun): Promise<void> {
    const { leaseSeconds } = this.#options;
    let leased = await this.#lease(row, run.now());
    if (!leased) return;
    if (run.signal.aborted && leaseSeconds > 0) {
      await this.#outcomes.apply(leased, { is: 'aborted', isUnderWay: false }, run);
      return;
    }
    while (leased) leased = await this.#outcomes.apply(leased, await this.#outcomeOf(leased, run), run);
  }

  async #outcomeOf(row: OutboxRow, run: WorkerRun): Promise<WorkOutcome> {
    const { leaseSeconds, retries } = this.#options;
    const isInterrupted = row.attempts > retries.attempts;
    try {
      return isInterrupted
        ? { is: 'given up', reason: INTERRUPTED, ...this.followUpsOfInterrupted(row) }
        : await this.work(row, run);
    } catch (error) {
      if (!(error instanceof UnreadableWorkError)) throw error;
      // Attempts are counted by leases. Another server may have a version that understands the payload.
      const isLast = isInterrupted || leaseSeconds === 0;
      return { is: isLast ? 'given up' : 'retry', reason: error.message };
    }
  }

  async #lease(row: OutboxRow, now: number): Promise<OutboxRow | undefined> {
    const { leaseSeconds } = this.#options;
    if (leaseSeconds === 0) return row;
    return this.#services.database.write(row.organization_id, (writer) =>
      claimWork(writer, row.id, now, leaseSeconds),
    );
  }
}
