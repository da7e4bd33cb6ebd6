// Repeats a fetch on request: the first time immediately, then at most every five seconds.

const PAUSE_MILLISECONDS = 5000;

export class Refetcher {
  readonly #fetch: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a fetch was requested since the last one started. */
  #isPending = false;

  /** @param fetch starts a fetch; returns false if it did not, because an earlier one is still running */
  constructor(fetch: () => boolean) {
    this.#fetch = fetch;
  }

  request(): void {
    this.#isPending = true;
    if (this.#timer === undefined) this.#run();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#timer = undefined;
    if (!this.#isPending) return;
    this.#isPending = !this.#fetch();
    this.#timer = setTimeout(() => this.#run(), PAUSE_MILLISECONDS);
  }
}
