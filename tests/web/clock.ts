// A clock that advances when a test says so.

/** Timers for code that waits in the browser. */
export class Clock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];

  readonly now = () => this.#now;
  readonly later = (run: () => void, milliseconds: number) => {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
  }
}
