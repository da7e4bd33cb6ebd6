// A queue of units of work, which are committed in groups: units that arrive together share one transaction and one
// flush. All but the first have a savepoint; if the first fails, the transaction starts over.

import { storageUnavailable } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { runInNextTurn } from '../api-contract/yielding.ts';
import { isDiskFullError } from '../errors/error-detail.ts';
import type { Secrets } from './column-secrets.ts';
import type { EngineDriver, WriteTransaction } from './connection.ts';
import { isReadOnlyError } from './read-only.ts';
import type { CommitListener, Unit, UnknownOutcomeListener } from './unit.ts';
import { type LogHead, readLogHead, type UnitOwner, type UnitTarget, UnitWriter } from './unit-writer.ts';

/** A unit that waits for its turn, with the callbacks for its outcome. */
export interface PendingUnit extends UnitOwner {
  readonly unit: Unit<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** The time between attempts to settle the outcome of a failed commit. */
const RETRY_SETTLE_MILLISECONDS = 1000;

interface Finished {
  readonly pending: PendingUnit;
  readonly writer: UnitWriter;
}

interface RolledBack {
  readonly pending: PendingUnit;
  readonly error: unknown;
}

/** The units of one transaction. */
class Group {
  readonly finished: Finished[] = [];
  /**
   * Rolled back units. They are answered after the commit, because the reason may be a change of another unit of
   * the group.
   */
  readonly rolledBack: RolledBack[] = [];
  readonly positions = new Map<number, LogHead>();
  transaction: WriteTransaction | undefined;
  /** The unit that runs now. */
  current: PendingUnit | undefined;

  get isFull(): boolean {
    return this.finished.length + this.rolledBack.length >= limits.unitsPerCommit;
  }

  /** The units that are lost if the transaction fails. */
  get begun(): PendingUnit[] {
    const endedUnits = [...this.finished, ...this.rolledBack].map(({ pending }) => pending);
    return this.current ? [...endedUnits, this.current] : endedUnits;
  }
}

/** The driver that units write to, and the keys that seal secrets. */
export interface WriteTarget {
  readonly driver: EngineDriver;
  readonly secrets: Secrets;
}

/** Runs units one after another; see `WriteQueue`. */
export class CommitQueue {
  readonly #driver: EngineDriver;
  readonly #secrets: Secrets;
  readonly #onCommit: CommitListener;
  readonly #onDoubt: UnknownOutcomeListener;
  readonly #waiting: PendingUnit[] = [];
  /** Organizations whose last commit has an unknown outcome. */
  readonly #doubtful = new Set<number>();
  readonly #pauses: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  constructor({ driver, secrets }: WriteTarget, onCommit: CommitListener, onDoubt: UnknownOutcomeListener) {
    this.#driver = driver;
    this.#secrets = secrets;
    this.#onCommit = onCommit;
    this.#onDoubt = onDoubt;
  }

  /** Appends a unit to the queue. */
  push(pending: PendingUnit): void {
    this.#waiting.push(pending);
    this.#running ??= this.#run();
  }

  /**
   * Runs work between two groups, after the previous commit was processed. No unit of this queue runs meanwhile, so
   * the work must be short, and must not wait for a unit of this queue.
   */
  pause<T>(work: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((resolve) => {
      this.#pauses.push(async () => {
        const promise = work();
        resolve(promise);
        // The caller receives the failure; the queue continues.
        await promise.catch(() => undefined);
      });
    });
    this.#running ??= this.#run();
    return result;
  }

  /** Resolves when no unit is waiting or running. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // Requests that arrive in the same turn of the event loop join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length + this.#pauses.length > 0) {
      for (const pause of this.#pauses.splice(0)) await pause();
      if (this.#waiting.length > 0) await this.#runGroup();
    }
    // In the same turn as the loop's check, so that no unit is pushed in between and waits forever.
    this.#running = undefined;
  }

  async #runGroup(): Promise<void> {
    const group = new Group();
    try {
      await this.#settle();
      await this.#fill(group);
      if (group.transaction) await this.#complete(group, group.transaction);
    } catch (error) {
      return this.#refuseAll(group, error);
    }
    for (const [organizationId, { committed }] of group.positions) {
      // A listener that fails must not turn a durable write into an error.
      if (committed) await this.#onCommit(organizationId, committed).catch(() => undefined);
    }
    for (const { pending } of group.finished) pending.resolve();
    for (const { pending, error } of group.rolledBack) pending.reject(error);
  }

  /** Settles the outcome of a failed group, and has its organizations' state read again. */
  async #settle(): Promise<void> {
    if (this.#doubtful.size === 0) return;
    await this.#driver.settle();
    await this.#onDoubt([...this.#doubtful]);
    this.#doubtful.clear();
  }

  /** Runs waiting units, at least one, until the group is full or its time is up. */
  async #fill(group: Group): Promise<void> {
    const until = performance.now() + limits.millisecondsPerCommit;
    do {
      if (this.#waiting.length === 0) return;
      group.transaction ??= await this.#driver.beginWrite();
      const { transaction } = group;
      const unit = this.#waiting.shift();
      if (!unit) return;
      group.current = unit;
      await runInNextTurn(() => this.#runUnit(group, transaction, unit));
      group.current = undefined;
    } while (!group.isFull && performance.now() < until);
  }

  #targetIn(transaction: WriteTransaction): UnitTarget {
    return { engine: this.#driver.engine, transaction, secrets: this.#secrets };
  }

  /** Runs one unit, and rolls it back if it throws. */
  async #runUnit(group: Group, transaction: WriteTransaction, pending: PendingUnit): Promise<void> {
    const { positions, finished, rolledBack } = group;
    const { organizationId } = pending;
    const target = this.#targetIn(transaction);
    const position = positions.get(organizationId) ?? (await readLogHead(target, organizationId));
    positions.set(organizationId, position);
    const writer = new UnitWriter(target, pending, position);
    const isFirst = finished.length === 0;
    if (!isFirst) await transaction.savepoint();
    try {
      await pending.unit(writer);
      await writer.appendEmitted();
      if (!isFirst) await transaction.release();
      position.entries.push(...writer.emitted);
      finished.push({ pending, writer });
    } catch (error) {
      if (isFirst) {
        await transaction.rollback();
        group.transaction = undefined;
        positions.clear();
      } else {
        // A full disk may have ended the whole transaction. Then the savepoint is gone, and the full disk is the
        // error to report.
        await transaction.rollbackToSavepoint().catch((failure: unknown) => {
          throw isDiskFullError(error) ? error : failure;
        });
      }
      rolledBack.push({ pending, error: isDiskFullError(error) ? storageUnavailable(error) : error });
    }
  }

  /** Runs the units' deferred work, and commits. */
  async #complete({ finished, positions }: Group, transaction: WriteTransaction): Promise<void> {
    for (const { writer } of finished) {
      for (const work of writer.deferred) await runInNextTurn(() => work(writer));
    }
    for (const [organizationId, position] of positions) {
      if (!position.committed) continue;
      await new UnitWriter(this.#targetIn(transaction), { organizationId }, position).updateSequence();
    }
    await transaction.commit();
  }

  /** Refuses every unit of a group whose transaction failed. */
  async #refuseAll({ transaction, positions, begun }: Group, cause: unknown): Promise<void> {
    await transaction?.rollback().catch(() => undefined);
    for (const organizationId of positions.keys()) this.#doubtful.add(organizationId);
    await this.#settle().catch(() => this.#settleLater());
    // If no unit was begun, the database does not answer: refuse the waiting units instead of letting them wait.
    const affected = begun.length > 0 ? begun : this.#waiting.splice(0, limits.unitsPerCommit);
    const refusal = isReadOnlyError(cause) ? cause : storageUnavailable(cause);
    for (const pending of affected) pending.reject(refusal);
  }

  /** Retries with an empty unit: readers must not see an old state until the next write. */
  #settleLater(): void {
    const nothing = { organizationId: 0, unit: async () => undefined, resolve() {}, reject() {} };
    setTimeout(() => this.push(nothing), RETRY_SETTLE_MILLISECONDS).unref();
  }
}
