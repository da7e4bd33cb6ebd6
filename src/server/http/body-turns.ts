// Large bodies that arrived together are read into parameters one after another, each in a turn of the event loop of its
// own: one takes some ten milliseconds, and two hundred connections may end theirs at the same moment.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Smaller ones cost too little to wait. */
const LARGE_BYTES = 64 * 1024;

/** The turns of one server's bodies. */
export class BodyTurns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the turn of a body of so many bytes. */
  async take(bytes: number): Promise<void> {
    if (bytes <= LARGE_BYTES) return;
    const mine = this.#last.then(() => nextTurn());
    this.#last = mine;
    await mine;
  }
}
