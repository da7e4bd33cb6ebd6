// Limits the work of rendering one message. Work is counted rather than measured, so that a text is always rendered
// the same way. A text that nests or repeats excessively uses up the budget, and is then shown as typed.

import { CodedError } from '../errors/coded-error.ts';

/** A few times what a typical text of 10,000 characters needs; some ten milliseconds. */
const MAX_STEPS = 100_000;

/** Thrown if a message needs more work or HTML than it may. */
export class TooMuchWorkError extends CodedError {
  constructor() {
    super('TOO_MUCH_WORK', 'this message is too much work to render');
  }
}

/** The remaining work of one message. */
export class WorkBudget {
  #steps: number;
  #htmlBytes: number;

  constructor({ steps = MAX_STEPS, htmlBytes = Number.POSITIVE_INFINITY } = {}) {
    this.#steps = steps;
    this.#htmlBytes = htmlBytes;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Spends steps: one for each time a line or a run of inline Markdown is processed. @throws TooMuchWorkError */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new TooMuchWorkError();
  }

  /** Spends the HTML that will be written for a part. @throws TooMuchWorkError */
  spendHtml(bytes: number): void {
    this.#htmlBytes -= bytes;
    if (this.#htmlBytes < 0) throw new TooMuchWorkError();
  }
}
