// Files that seem to be wrong, of which there may be very many: some at a time are looked at once more, since people go on
// writing meanwhile. All that stay wrong are counted; of few the names are kept.

/** Looked at once more together. */
const TOGETHER = 1000;
const SHOWN = 3;

/** Counts what is wrong. */
export class Suspects {
  readonly #stillWrong: (paths: readonly string[]) => Promise<readonly string[]>;
  #suspects: string[] = [];
  #count = 0;
  readonly #shown: string[] = [];

  /** `stillWrong` gives those of some paths that are wrong now, too. */
  constructor(stillWrong: (paths: readonly string[]) => Promise<readonly string[]>) {
    this.#stillWrong = stillWrong;
  }

  async add(path: string): Promise<void> {
    this.#suspects.push(path);
    if (this.#suspects.length >= TOGETHER) await this.end();
  }

  /** Looks at those that are left. */
  async end(): Promise<void> {
    const wrong = await this.#stillWrong(this.#suspects);
    this.#suspects = [];
    this.#count += wrong.length;
    this.#shown.push(...wrong.slice(0, SHOWN - this.#shown.length));
  }

  get count(): number {
    return this.#count;
  }

  /** The first of them. */
  get shown(): readonly string[] {
    return this.#shown;
  }

  /** The first of them, for people. */
  get text(): string {
    return `${this.#shown.join(', ')}${this.#count > this.#shown.length ? ', …' : ''}`;
  }
}
