// Ids of which there may be many millions, that come ascending: eight bytes each.

import { countBefore } from '../../api-contract/sorted.ts';

/** Gathers ascending ids, and tells whether one is among them. */
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
    const place = countBefore(this.#length, (index) => (this.#ids[index] ?? 0) < id);
    return place < this.#length && this.#ids[place] === id;
  }
}
