// Pairs of numbers of which there may be many millions, sorted: eight bytes each.

/** The second number is below it. */
const SECONDS = 2 ** 21;

/** Gathers pairs; the second numbers stand for at most two million different ones. */
export class SortedPairs {
  #pairs = new Float64Array(1024);
  #length = 0;
  readonly #numbers = new Map<number, number>();
  readonly #values: number[] = [];

  /** Adds a pair. */
  add(first: number, second: number): void {
    if (this.#length === this.#pairs.length) {
      const wider = new Float64Array(2 * this.#length);
      wider.set(this.#pairs);
      this.#pairs = wider;
    }
    let number = this.#numbers.get(second);
    if (number === undefined) {
      number = this.#values.length;
      if (number >= SECONDS) throw new Error('too many different numbers in pairs');
      this.#numbers.set(second, number);
      this.#values.push(second);
    }
    this.#pairs[this.#length++] = first * SECONDS + number;
  }

  /** All pairs, ordered by the first number. */
  *sorted(): Generator<readonly [first: number, second: number]> {
    const pairs = this.#pairs.subarray(0, this.#length).sort();
    for (const pair of pairs) yield [Math.floor(pair / SECONDS), this.#values[pair % SECONDS] as number];
  }
}
