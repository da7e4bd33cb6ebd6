// Whose turn it is to walk: few searches walk at the same moment, so that ordinary requests go on beside them, and of one
// person only one, so that nobody stops the others by asking often. Visitors without an account count by their network.

import { rateLimited } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';

/** The walks of one server. */
export class SearchSlots {
  readonly #atOnce: number;
  readonly #waitingPerPerson: number;
  #walking = 0;
  readonly #queue: (() => void)[] = [];
  /** By person: the end of the last walk that they asked for, and how many there are. */
  readonly #ofPerson = new Map<string, { last: Promise<void>; count: number }>();

  constructor(atOnce: number = limits.walksAtOnce, waitingPerPerson: number = limits.walksWaitingPerPerson) {
    this.#atOnce = atOnce;
    this.#waitingPerPerson = waitingPerPerson;
  }

  /**
   * Waits for a person's turn; gives what ends it, which must be called.
   * @throws 429 where too many walks of the person wait already
   */
  async take(person: string): Promise<() => void> {
    const present = this.#ofPerson.get(person) ?? { last: Promise.resolve(), count: 0 };
    if (present.count > this.#waitingPerPerson) throw rateLimited(limits.walkMilliseconds / 1000);
    const before = present.last;
    let isOver = () => {};
    present.last = new Promise((resolve) => {
      isOver = resolve;
    });
    present.count++;
    this.#ofPerson.set(person, present);
    await before;
    if (this.#walking >= this.#atOnce) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#walking++;
    return () => {
      isOver();
      present.count--;
      if (present.count === 0) this.#ofPerson.delete(person);
      const next = this.#queue.shift();
      if (next) next();
      else this.#walking--;
    };
  }
}
