// Limits how many long walks over indexes (`walk.ts`) run at the same time: a few in total, so that ordinary
// requests proceed, and one for each account, so that no account delays others with many searches. Anonymous
// viewers are counted by network.

import { rateLimited } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';

/** The walks of one server. */
export class SearchSlots {
  readonly #atOnce: number;
  readonly #waitingPerPerson: number;
  #walking = 0;
  readonly #queue: (() => void)[] = [];
  /** By account: the end of the last walk requested, and their number. */
  readonly #byPerson = new Map<string, { last: Promise<void>; count: number }>();

  constructor(atOnce: number = limits.walksAtOnce, waitingPerPerson: number = limits.walksWaitingPerPerson) {
    this.#atOnce = atOnce;
    this.#waitingPerPerson = waitingPerPerson;
  }

  /**
   * Waits for a slot; returns a function that releases it, which must be called.
   * @throws 429 if too many walks of the account are already waiting
   */
  async acquire(person: string): Promise<() => void> {
    const queue = this.#byPerson.get(person) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count > this.#waitingPerPerson) throw rateLimited(limits.walkMilliseconds / 1000);
    const before = queue.last;
    let release = () => {};
    queue.last = new Promise((resolve) => {
      release = resolve;
    });
    queue.count++;
    this.#byPerson.set(person, queue);
    await before;
    if (this.#walking >= this.#atOnce) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#walking++;
    return () => {
      release();
      queue.count--;
      if (queue.count === 0) this.#byPerson.delete(person);
      const next = this.#queue.shift();
      if (next) next();
      else this.#walking--;
    };
  }
}
