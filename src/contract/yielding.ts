// Long work in short turns, so that other requests get theirs in between.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that goes on for so long lets others go on before it does. */
const TURN_MILLISECONDS = 10;

/** The pace of one piece of work: it waits wherever it has gone on for long. */
export class Pace {
  #since = performance.now();

  /** Lets others go on, where it is time for that; to be called after each part that takes a few milliseconds. */
  async step(): Promise<void> {
    if (performance.now() - this.#since < TURN_MILLISECONDS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
