// Sorts pairs of numbers: eight bytes each, for many millions of pairs.

/** The second number's index is below this. */
const MAX_SECOND_VALUES = 2 ** 21;

/** Collects pairs; there may be at most two million different second numbers. */
export class SortedPairs {
  #pairs = new Float64Array(1024);
  #length = 0;
  readonly #numbers = new Map<number, number>();
  readonly #values: number[] = [];

  add(first: number, second: number): void {
    if (this.#length === this.#pairs.length) {
      const wider = new Float64Array(2 * this.#length);
      wider.set(this.#pairs);
      this.#pairs = wider;
    }
    let number = this.#numbers.get(second);
    if (number === undefined) {
      number = this.#values.length;
      if (number >= MAX_SECOND_VALUES) throw new Error('too many different numbers in pairs');
      this.#numbers.set(second, number);
      this.#values.push(second);
    }
    this.#pairs[this.#length++] = first * MAX_SECOND_VALUES + number;
  }

  /** All pairs, ordered by the first number. */
  *sortedPairs(): Generator<readonly [first: number, second: number]> {
    const pairs = this.#pairs.subarray(0, this.#length).sort();
    for (const pair of pairs)
      yield [Math.floor(pair / MAX_SECOND_VALUES), this.#values[pair % MAX_SECOND_VALUES] as number];
  }
}
