// The one door for writes. Units of work that arrive together share one transaction and one flush; each has its
// own savepoint, so one that fails takes nobody down with it. A unit's caller hears of it, its events are
// delivered and caches change only after the flush; if the commit fails, every unit of the group is refused.

import { storageUnavailable } from '../contract/error.ts';
import type { LogEntry, NewEvent } from '../contract/event.ts';
import { SEQUENCE_STEP } from '../contract/event.ts';
import { limits } from '../contract/limits.ts';
import type { EngineDriver, WriteTransaction } from './connection.ts';
import { preparedRead, preparedWrite } from './prepared.ts';
import type { Writer } from './session.ts';

export type Unit<T> = (writer: Writer) => Promise<T>;

/** A stretch of an organization's log that was committed. */
export interface Committed {
  /** The place before it: whoever has not seen the log up to there must read what lies between. */
  readonly from: number;
  /** The last place given out: periods may have begun there without an entry. */
  readonly head: number;
  readonly entries: readonly LogEntry[];
}

/** Called after a flush with what it made durable, before the callers of its units hear of it. */
export type CommitListener = (organizationId: number, committed: Committed) => Promise<void>;

/**
 * Called when a group failed while it was made durable: what it wrote may be there or not, and whoever holds a
 * picture of these organizations must look again.
 */
export type DoubtListener = (organizationIds: readonly number[]) => Promise<void>;

interface Pending {
  readonly organizationId: number;
  readonly unit: Unit<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Finished extends Pending {
  readonly value: unknown;
  readonly writer: UnitWriter;
}

const takeSequence = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('organization_sequence').select('sequence').where('organization_id', '=', p.organization),
);
const lockSequence = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('organization_sequence')
    .select('sequence')
    .where('organization_id', '=', p.organization)
    .forUpdate(),
);
const keepSequence = preparedWrite<{ organization: number; sequence: number }>()((db, p) =>
  db
    .updateTable('organization_sequence')
    .set({ sequence: p.sequence })
    .where('organization_id', '=', p.organization),
);
const appendEntry = preparedWrite<{ organization: number; sequence: number; entry: string; now: number }>()(
  (db, p) =>
    db.insertInto('event').values({
      organization_id: p.organization,
      sequence: p.sequence,
      entry: p.entry,
      created_at: p.now,
    }),
);

/** A group's hold on one organization's log. */
class LogPosition {
  sequence: number;
  readonly entries: LogEntry[] = [];
  readonly first: number;

  constructor(sequence: number) {
    this.sequence = sequence;
    this.first = sequence;
  }
}

class UnitWriter implements Writer {
  readonly engine: Writer['engine'];
  readonly db: Writer['db'];
  readonly execute: Writer['execute'];
  readonly organizationId: number;
  readonly now = Math.floor(Date.now() / 1000);
  readonly emitted: LogEntry[] = [];
  readonly leftForCommit: ((writer: Writer) => Promise<void>)[] = [];
  readonly #position: LogPosition;

  constructor(
    driver: EngineDriver,
    transaction: WriteTransaction,
    organizationId: number,
    position: LogPosition,
  ) {
    this.engine = driver.engine;
    this.db = transaction.db;
    this.execute = transaction.execute;
    this.organizationId = organizationId;
    this.#position = position;
  }

  nextSequence(): number {
    this.#position.sequence += SEQUENCE_STEP;
    return this.#position.sequence;
  }

  emit(event: NewEvent, sequence = this.#sequenceFor(event.width ?? 1)): number {
    this.emitted.push({ ...event, sequence });
    return sequence;
  }

  atCommit(work: (writer: Writer) => Promise<void>): void {
    this.leftForCommit.push(work);
  }

  #sequenceFor(width: number): number {
    this.#position.sequence += Math.ceil((width - 1) / SEQUENCE_STEP) * SEQUENCE_STEP;
    return this.nextSequence();
  }
}

/** One line of units that are committed in groups. */
class Line {
  readonly #driver: EngineDriver;
  readonly #onCommit: CommitListener;
  readonly #onDoubt: DoubtListener;
  readonly #waiting: Pending[] = [];
  #running: Promise<void> | undefined;

  constructor(driver: EngineDriver, onCommit: CommitListener, onDoubt: DoubtListener) {
    this.#driver = driver;
    this.#onCommit = onCommit;
    this.#onDoubt = onDoubt;
  }

  push(pending: Pending): void {
    this.#waiting.push(pending);
    this.#running ??= this.#run();
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // Requests that arrive in the same turn of the event loop join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#group();
    // In the same turn as the look at the line, so that no unit can slip in between and wait for ever.
    this.#running = undefined;
  }

  async #group(): Promise<void> {
    const finished: Finished[] = [];
    const positions = new Map<number, LogPosition>();
    let transaction: WriteTransaction | undefined;
    let current: Pending | undefined;
    try {
      transaction = await this.#driver.beginWrite();
      const until = performance.now() + limits.millisecondsPerCommit;
      do {
        current = this.#waiting.shift();
        if (!current) break;
        const outcome = await this.#one(transaction, current, positions);
        if (outcome) finished.push(outcome);
        current = undefined;
      } while (finished.length < limits.unitsPerCommit && performance.now() < until);
      for (const { writer } of finished) for (const work of writer.leftForCommit) await work(writer);
      for (const [organizationId, position] of positions) {
        if (position.sequence === position.first) continue;
        const writer = new UnitWriter(this.#driver, transaction, organizationId, position);
        await keepSequence.all(writer, { organization: organizationId, sequence: position.sequence });
      }
      await transaction.commit();
    } catch (error) {
      await transaction?.rollback().catch(() => undefined);
      await this.#onDoubt([...positions.keys()]).catch(() => undefined);
      const failed = current ? [...finished, current] : finished;
      if (failed.length === 0) failed.push(...this.#waiting.splice(0, limits.unitsPerCommit));
      for (const pending of failed) {
        pending.reject(Object.assign(storageUnavailable(), { cause: error }));
      }
      return;
    }
    for (const [organizationId, position] of positions) {
      if (position.sequence === position.first) continue;
      // A listener that fails must not turn a durable write into a refusal.
      const committed = { from: position.first, head: position.sequence, entries: position.entries };
      await this.#onCommit(organizationId, committed).catch(() => undefined);
    }
    for (const unit of finished) unit.resolve(unit.value);
  }

  /** Runs one unit in its savepoint; undefined when it refused and was taken back. */
  async #one(
    transaction: WriteTransaction,
    pending: Pending,
    positions: Map<number, LogPosition>,
  ): Promise<Finished | undefined> {
    const { organizationId } = pending;
    const position = positions.get(organizationId) ?? (await this.#positionOf(transaction, organizationId));
    positions.set(organizationId, position);
    const writer = new UnitWriter(this.#driver, transaction, organizationId, position);
    await transaction.savepoint();
    try {
      const value = await pending.unit(writer);
      // A place that was drawn first may have got its entry last; readers of the log rely on its order.
      writer.emitted.sort((one, other) => one.sequence - other.sequence);
      for (const entry of writer.emitted) {
        await appendEntry.all(writer, {
          organization: organizationId,
          sequence: entry.sequence,
          entry: JSON.stringify(entry),
          now: writer.now,
        });
      }
      await transaction.release();
      position.entries.push(...writer.emitted);
      return { ...pending, value, writer };
    } catch (error) {
      await transaction.rollbackToSavepoint();
      pending.reject(error);
      return undefined;
    }
  }

  async #positionOf(transaction: WriteTransaction, organizationId: number): Promise<LogPosition> {
    const reader = { ...transaction, engine: this.#driver.engine, organizationId };
    const query = this.#driver.engine === 'postgres' ? lockSequence : takeSequence;
    const row = await query.first(reader, { organization: organizationId });
    return new LogPosition(row?.sequence ?? 0);
  }
}

export class WriteDoor {
  readonly #driver: EngineDriver;
  readonly #onCommit: CommitListener;
  readonly #onDoubt: DoubtListener;
  readonly #lines = new Map<number, Line>();

  constructor(driver: EngineDriver, onCommit: CommitListener, onDoubt: DoubtListener) {
    this.#driver = driver;
    this.#onCommit = onCommit;
    this.#onDoubt = onDoubt;
  }

  /**
   * Runs a unit of work and resolves with what it gave once that is durable. Rejects with what the unit threw
   * (nothing of it is kept), or with a 503 refusal when the commit failed.
   */
  write<T>(organizationId: number, unit: Unit<T>): Promise<T> {
    const key = this.#driver.writesAreGlobal ? 0 : organizationId;
    let line = this.#lines.get(key);
    if (!line) {
      line = new Line(this.#driver, this.#onCommit, this.#onDoubt);
      this.#lines.set(key, line);
    }
    const chosen = line;
    return new Promise<T>((resolve, reject) => {
      chosen.push({ organizationId, unit, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Resolves when every unit that was handed in has ended. */
  async idle(): Promise<void> {
    for (const line of this.#lines.values()) await line.idle();
  }
}
