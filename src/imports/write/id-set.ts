// Ids of which there may be many millions, that come ascending: eight bytes each.

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
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.#ids[low] === id;
  }
}
