// How many messages filters that are offered would find. They are counted when their menu opens, one request at a time.

import { type Narrow, narrowKey } from '../store/narrow.ts';

export interface OptionCount {
  readonly count: number;
  /** Whether there are no more. */
  readonly isAll: boolean;
}

export class OptionCounts {
  readonly #count: (narrow: Narrow) => Promise<OptionCount>;
  readonly #onChange: () => void;
  readonly #counts = new Map<string, OptionCount>();
  readonly #waiting = new Map<string, Narrow>();
  #isRunning = false;
  #isClosed = false;

  /** @param count asks the server */
  constructor(count: (narrow: Narrow) => Promise<OptionCount>, onChange: () => void) {
    this.#count = count;
    this.#onChange = onChange;
  }

  /** The count, if it is known. */
  of(narrow: Narrow): OptionCount | undefined {
    return this.#counts.get(narrowKey(narrow));
  }

  /** Counts those that are not known; what another menu waits for is dropped. */
  ask(narrows: readonly Narrow[]): void {
    this.#waiting.clear();
    for (const narrow of narrows) {
      const key = narrowKey(narrow);
      if (!this.#counts.has(key)) this.#waiting.set(key, narrow);
    }
    if (!this.#isRunning) void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const [key, narrow] = next;
      try {
        this.#counts.set(key, await this.#count(narrow));
      } catch {
        // The options are offered without counts; opening the menu again counts again.
        this.#waiting.clear();
        break;
      }
      this.#waiting.delete(key);
      if (!this.#isClosed) this.#onChange();
    }
    this.#isRunning = false;
  }

  #next(): [string, Narrow] | undefined {
    const [next] = this.#waiting;
    return next;
  }
}
