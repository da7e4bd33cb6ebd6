// The write queue. Units of work that arrive together share one transaction and one flush. Each has its own savepoint,
// so a unit that fails does not affect the others. Only after the flush is a unit's caller answered, and are its events
// delivered and caches changed. If the commit fails, every unit of the group is refused.

import { CommitQueue, type WriteTarget } from './commit-queue.ts';
import type { UnitActor } from './reader-writer.ts';
import type { CommitListener, Unit, UnknownOutcomeListener } from './unit.ts';

/** The key of the queue if the engine has one writer for all organizations. */
const SHARED = 'shared';

/** Hands units to the queue of their organization, or to the shared one if the engine has a single writer. */
export class WriteQueue {
  readonly #target: WriteTarget;
  readonly #onCommit: CommitListener;
  readonly #onDoubt: UnknownOutcomeListener;
  readonly #queues = new Map<number | typeof SHARED, CommitQueue>();

  constructor(target: WriteTarget, onCommit: CommitListener, onDoubt: UnknownOutcomeListener) {
    this.#target = target;
    this.#onCommit = onCommit;
    this.#onDoubt = onDoubt;
  }

  /**
   * Runs a unit of work and resolves with its result once that is durable. Rejects with what the unit threw, after
   * undoing its changes, or with a 503 if the commit failed.
   */
  write<T>(organizationId: number, unit: Unit<T>, actor?: UnitActor): Promise<T> {
    const queue = this.#queueOf(organizationId);
    return new Promise<T>((resolve, reject) => {
      let value: T;
      queue.push({
        organizationId,
        actor,
        unit: async (writer) => {
          value = await unit(writer);
        },
        resolve: () => resolve(value),
        reject,
      });
    });
  }

  /** Runs work between two commit groups of an organization; see `CommitQueue.pause`. */
  pause<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.#queueOf(organizationId).pause(work);
  }

  #queueOf(organizationId: number): CommitQueue {
    const key = this.#target.driver.writesAreGlobal ? SHARED : organizationId;
    const existing = this.#queues.get(key);
    if (existing) return existing;
    const queue = new CommitQueue(this.#target, this.#onCommit, this.#onDoubt);
    this.#queues.set(key, queue);
    return queue;
  }

  /** Resolves when every submitted unit has ended. */
  async idle(): Promise<void> {
    for (const queue of this.#queues.values()) await queue.idle();
  }
}
