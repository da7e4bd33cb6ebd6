// Asking for something again because of what happened: at once, and then no more often than every few seconds, however much
// happens.

const PAUSE_MILLISECONDS = 5000;

export class LookAgain {
  readonly #ask: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Something happened since it was asked last. */
  #isWanted = false;

  /** @param ask asks; answers false where it is being asked already, from before something happened */
  constructor(ask: () => boolean) {
    this.#ask = ask;
  }

  /** Something happened. */
  want(): void {
    this.#isWanted = true;
    if (this.#timer === undefined) this.#look();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    this.#timer = undefined;
    if (!this.#isWanted) return;
    this.#isWanted = !this.#ask();
    this.#timer = setTimeout(() => this.#look(), PAUSE_MILLISECONDS);
  }
}
