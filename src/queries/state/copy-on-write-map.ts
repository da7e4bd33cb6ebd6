// A copy-on-write map: a map that was shared never changes, because the next change is made to a copy.

export class CopyOnWriteMap<K, V> {
  #map = new Map<K, V>();
  #isShared = false;

  /** The current map; callers must not retain it, because it may change. */
  get current(): ReadonlyMap<K, V> {
    return this.#map;
  }

  /** The current map, which will no longer change. */
  share(): ReadonlyMap<K, V> {
    this.#isShared = true;
    return this.#map;
  }

  /** A map that the caller may change. */
  edit(): Map<K, V> {
    if (this.#isShared) this.#map = new Map(this.#map);
    this.#isShared = false;
    return this.#map;
  }
}
