// A compact set of ids that are added in ascending order: eight bytes each, for many millions of ids.

import { countBefore } from '../../api-contract/binary-search.ts';

export class IdSet {
  #ids = new Float64Array(1024);
  #length = 0;

  add(id: number): void {
    if (this.#length === this.#ids.length) {
      const wider = new Float64Array(2 * this.#length);
      wider.set(this.#ids);
      this.#ids = wider;
    }
    this.#ids[this.#length++] = id;
  }

  has(id: number): boolean {
    const index = countBefore(this.#length, (index) => (this.#ids[index] ?? 0) < id);
    return index < this.#length && this.#ids[index] === id;
  }
}
