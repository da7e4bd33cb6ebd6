// The one door for writes. Units of work that arrive together share one transaction and one flush; each has its
// own savepoint, so one that fails takes nobody down with it. A unit's caller hears of it, its events are
// delivered and caches change only after the flush; if the commit fails, every unit of the group is refused.

import type { DoneBy } from './session.ts';
import type { CommitListener, DoubtListener, Unit } from './unit.ts';
import { WriteLine, type WritePlace } from './write-line.ts';

/** The line of an engine that has one writer for all organizations. */
const SHARED_LINE = 'shared';

/** Hands units to the line of their organization, or of all where the engine has one writer. */
export class WriteDoor {
  readonly #place: WritePlace;
  readonly #onCommit: CommitListener;
  readonly #onDoubt: DoubtListener;
  readonly #lines = new Map<number | typeof SHARED_LINE, WriteLine>();

  constructor(place: WritePlace, onCommit: CommitListener, onDoubt: DoubtListener) {
    this.#place = place;
    this.#onCommit = onCommit;
    this.#onDoubt = onDoubt;
  }

  /**
   * Runs a unit of work and resolves with what it gave once that is durable. Rejects with what the unit threw
   * (nothing of it is kept), or with a 503 refusal when the commit failed.
   */
  write<T>(organizationId: number, unit: Unit<T>, doneBy?: DoneBy): Promise<T> {
    const line = this.#lineOf(organizationId);
    return new Promise<T>((resolve, reject) => {
      let value: T;
      line.push({
        organizationId,
        doneBy,
        unit: async (writer) => {
          value = await unit(writer);
        },
        resolve: () => resolve(value),
        reject,
      });
    });
  }

  /** Runs work between two groups of units of an organization; see `WriteLine.pause`. */
  pause<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.#lineOf(organizationId).pause(work);
  }

  #lineOf(organizationId: number): WriteLine {
    const key = this.#place.driver.writesAreGlobal ? SHARED_LINE : organizationId;
    const present = this.#lines.get(key);
    if (present) return present;
    const made = new WriteLine(this.#place, this.#onCommit, this.#onDoubt);
    this.#lines.set(key, made);
    return made;
  }

  /** Resolves when every unit that was handed in has ended. */
  async idle(): Promise<void> {
    for (const line of this.#lines.values()) await line.idle();
  }
}
