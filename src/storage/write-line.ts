// One line of units of work, which are committed in groups: those that arrive together share one transaction and one
// flush, each in its own savepoint.

import { storageUnavailable } from '../api-contract/error.ts';
import { isOutOfRoom } from '../api-contract/error-detail.ts';
import { limits } from '../api-contract/limits.ts';
import { inNextTurn } from '../api-contract/yielding.ts';
import type { EngineDriver, WriteTransaction } from './connection.ts';
import type { Secrets } from './held-secrets.ts';
import type { CommitListener, DoubtListener, Unit } from './unit.ts';
import { type LogPosition, positionIn, type UnitOf, type UnitPlace, UnitWriter } from './unit-writer.ts';

/** A unit that waits for its turn, and how its caller hears of its end. */
export interface Pending extends UnitOf {
  readonly unit: Unit<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** How often it is tried to make certain what a failed commit has left. */
const SETTLE_AGAIN_MILLISECONDS = 1000;

interface Finished {
  readonly pending: Pending;
  readonly writer: UnitWriter;
}

interface Refused {
  readonly pending: Pending;
  readonly error: unknown;
}

/** What one transaction holds. */
class Group {
  readonly finished: Finished[] = [];
  /** Taken back; what they were refused for may be what another unit of the group did. */
  readonly refused: Refused[] = [];
  readonly positions = new Map<number, LogPosition>();
  transaction: WriteTransaction | undefined;
  /** The unit that runs now. */
  current: Pending | undefined;

  get isFull(): boolean {
    return this.finished.length + this.refused.length >= limits.unitsPerCommit;
  }

  /** The units that are lost when the transaction is. */
  get begun(): Pending[] {
    const ended = [...this.finished, ...this.refused].map(({ pending }) => pending);
    return this.current ? [...ended, this.current] : ended;
  }
}

/** Where units write, and how what is secret stands there. */
export interface WritePlace {
  readonly driver: EngineDriver;
  readonly secrets: Secrets;
}

/** Runs units one after another; see `WriteDoor`. */
export class WriteLine {
  readonly #driver: EngineDriver;
  readonly #secrets: Secrets;
  readonly #onCommit: CommitListener;
  readonly #onDoubt: DoubtListener;
  readonly #waiting: Pending[] = [];
  /** Of which it is not known whether their last group was kept. */
  readonly #doubtful = new Set<number>();
  readonly #pauses: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  constructor({ driver, secrets }: WritePlace, onCommit: CommitListener, onDoubt: DoubtListener) {
    this.#driver = driver;
    this.#secrets = secrets;
    this.#onCommit = onCommit;
    this.#onDoubt = onDoubt;
  }

  /** Puts a unit at the end of the line. */
  push(pending: Pending): void {
    this.#waiting.push(pending);
    this.#running ??= this.#run();
  }

  /**
   * Runs work between two groups, after what was committed before was taken in: no unit of this line runs meanwhile. The
   * line waits for it, so it must be short, and wait for nothing that waits for the line.
   */
  pause<T>(work: () => Promise<T>): Promise<T> {
    const result = new Promise<T>((resolve) => {
      this.#pauses.push(async () => {
        const done = work();
        resolve(done);
        // Its caller hears of a failure; the line goes on.
        await done.catch(() => undefined);
      });
    });
    this.#running ??= this.#run();
    return result;
  }

  /** Resolves when nobody waits. */
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
    // In the same turn as the look at the line, so that no unit can slip in between and wait for ever.
    this.#running = undefined;
  }

  async #runGroup(): Promise<void> {
    const group = new Group();
    try {
      await this.#settle();
      group.transaction = await this.#driver.beginWrite();
      await this.#fill(group, group.transaction);
      await this.#complete(group, group.transaction);
    } catch (error) {
      return this.#giveUp(group, error);
    }
    for (const [organizationId, { committed }] of group.positions) {
      // A listener that fails must not turn a durable write into a refusal.
      if (committed) await this.#onCommit(organizationId, committed).catch(() => undefined);
    }
    for (const { pending } of group.finished) pending.resolve();
    for (const { pending, error } of group.refused) pending.reject(error);
  }

  /** Makes certain what the last group has left, if it failed, and has everybody look. */
  async #settle(): Promise<void> {
    if (this.#doubtful.size === 0) return;
    await this.#driver.settle();
    await this.#onDoubt([...this.#doubtful]);
    this.#doubtful.clear();
  }

  /** Runs the units that wait, until the group is full or has taken its time. */
  async #fill(group: Group, transaction: WriteTransaction): Promise<void> {
    const until = performance.now() + limits.millisecondsPerCommit;
    do {
      const unit = this.#waiting.shift();
      if (!unit) return;
      group.current = unit;
      await inNextTurn(() => this.#runUnit(group, transaction, unit));
      group.current = undefined;
    } while (!group.isFull && performance.now() < until);
  }

  #placeIn(transaction: WriteTransaction): UnitPlace {
    return { engine: this.#driver.engine, transaction, secrets: this.#secrets };
  }

  /** Runs one unit in its savepoint, and takes it back where it refuses. */
  async #runUnit(
    { positions, finished, refused }: Group,
    transaction: WriteTransaction,
    pending: Pending,
  ): Promise<void> {
    const { organizationId } = pending;
    const place = this.#placeIn(transaction);
    const position = positions.get(organizationId) ?? (await positionIn(place, organizationId));
    positions.set(organizationId, position);
    const writer = new UnitWriter(place, pending, position);
    await transaction.savepoint();
    try {
      await pending.unit(writer);
      await writer.appendEmitted();
      await transaction.release();
      position.entries.push(...writer.emitted);
      finished.push({ pending, writer });
    } catch (error) {
      // A full disk may have ended the whole transaction. Then there is no savepoint, and the disk is the reason to log.
      await transaction.rollbackToSavepoint().catch((failure: unknown) => {
        throw isOutOfRoom(error) ? error : failure;
      });
      refused.push({ pending, error: isOutOfRoom(error) ? storageUnavailable(error) : error });
    }
  }

  /** Does what the units left for the end, and commits. */
  async #complete({ finished, positions }: Group, transaction: WriteTransaction): Promise<void> {
    for (const { writer } of finished) {
      for (const work of writer.leftForCommit) await inNextTurn(() => work(writer));
    }
    for (const [organizationId, position] of positions) {
      if (!position.committed) continue;
      await new UnitWriter(this.#placeIn(transaction), { organizationId }, position).keepSequence();
    }
    await transaction.commit();
  }

  /** Refuses every unit of a group whose transaction failed. */
  async #giveUp({ transaction, positions, begun }: Group, cause: unknown): Promise<void> {
    await transaction?.rollback().catch(() => undefined);
    for (const organizationId of positions.keys()) this.#doubtful.add(organizationId);
    await this.#settle().catch(() => this.#settleLater());
    // Where none was begun the database does not answer: those that wait are not kept waiting for it.
    const lost = begun.length > 0 ? begun : this.#waiting.splice(0, limits.unitsPerCommit);
    for (const pending of lost) pending.reject(storageUnavailable(cause));
  }

  /** Readers must not see an old state for as long as nobody writes. */
  #settleLater(): void {
    const nothing = { organizationId: 0, unit: async () => undefined, resolve() {}, reject() {} };
    setTimeout(() => this.push(nothing), SETTLE_AGAIN_MILLISECONDS).unref();
  }
}
