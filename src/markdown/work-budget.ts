// How much work the rendering of one message may be. It is counted and not measured, so that a text is rendered the same
// whenever it is rendered. What nests or repeats without end uses it up, and is then shown as typed.

/** A few times what a text of 10,000 characters needs that people would write; some ten milliseconds. */
const MAX_STEPS = 100_000;

/** A message needs more work, or more HTML, than a message may. */
export class TooMuchWork extends Error {
  constructor() {
    super('this message is too much work to render');
  }
}

/** What is left for one message. */
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

  /** Takes steps: one is a look at a line or at a run of inline Markdown. @throws TooMuchWork */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new TooMuchWork();
  }

  /** Takes the HTML that will be written for a part. @throws TooMuchWork */
  spendHtml(bytes: number): void {
    this.#htmlBytes -= bytes;
    if (this.#htmlBytes < 0) throw new TooMuchWork();
  }
}
