// Collects files that seem wrong, possibly very many. They are checked again in batches, since the server may
// be running. Those still wrong are counted; the first few names are stored.

/** The size of a batch. */
const BATCH = 1000;
const SHOWN = 3;

export class SuspectFiles {
  readonly #stillWrong: (paths: readonly string[]) => Promise<readonly string[]>;
  #suspects: string[] = [];
  #count = 0;
  readonly #examples: string[] = [];

  /** `stillWrong` returns the given paths that are still wrong. */
  constructor(stillWrong: (paths: readonly string[]) => Promise<readonly string[]>) {
    this.#stillWrong = stillWrong;
  }

  async add(path: string): Promise<void> {
    this.#suspects.push(path);
    if (this.#suspects.length >= BATCH) await this.flush();
  }

  /** Checks the remaining suspects. */
  async flush(): Promise<void> {
    const confirmed = await this.#stillWrong(this.#suspects);
    this.#suspects = [];
    this.#count += confirmed.length;
    this.#examples.push(...confirmed.slice(0, SHOWN - this.#examples.length));
  }

  get count(): number {
    return this.#count;
  }

  /** The names of the first few. */
  get examples(): readonly string[] {
    return this.#examples;
  }

  /** The names of the first few, as text. */
  get text(): string {
    return `${this.#examples.join(', ')}${this.#count > this.#examples.length ? ', …' : ''}`;
  }
}
