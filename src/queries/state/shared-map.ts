// A map that can be given away as it is: whoever was given it goes on reading what it held then, since the next change is
// made to a copy.

/** A map whose readers may keep what they were given. */
export class SharedMap<K, V> {
  #map = new Map<K, V>();
  #isGiven = false;

  /** What it holds now, and later. */
  get current(): ReadonlyMap<K, V> {
    return this.#map;
  }

  /** What it holds now, which stays so. */
  give(): ReadonlyMap<K, V> {
    this.#isGiven = true;
    return this.#map;
  }

  /** For changing it. */
  edit(): Map<K, V> {
    if (this.#isGiven) this.#map = new Map(this.#map);
    this.#isGiven = false;
    return this.#map;
  }
}
