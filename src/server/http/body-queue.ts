// Parses large bodies one after another, each in its own turn of the event loop. Parsing one takes about ten
// milliseconds, and two hundred connections may finish sending at the same moment.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bodies up to this size are too cheap to queue. */
const LARGE_BYTES = 64 * 1024;

/** The queue of one server's bodies. */
export class BodyQueue {
  #last: Promise<void> = Promise.resolve();

  /** Waits until a body of this size may be parsed. */
  async waitForTurn(bytes: number): Promise<void> {
    if (bytes <= LARGE_BYTES) return;
    const turn = this.#last.then(() => nextTurn());
    this.#last = turn;
    await turn;
  }
}
