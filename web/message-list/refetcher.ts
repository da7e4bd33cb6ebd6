// Repeats a fetch when something has happened: at once, then at most every few seconds.

const PAUSE_MILLISECONDS = 5000;

export class Refetcher {
  readonly #fetch: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether something happened since the last fetch. */
  #isPending = false;

  /** @param ask starts the fetch; returns false if one is running that began before something happened */
  constructor(ask: () => boolean) {
    this.#fetch = ask;
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
