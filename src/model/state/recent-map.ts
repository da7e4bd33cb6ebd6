// What is held in memory because it was asked for lately, bounded in number: what was used least recently goes first.
// Only for what can be read again at any time.

/** A map that holds a bounded number of entries. */
export class RecentMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value, which counts as used now. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /** From the one used least recently on. */
  keys(): IterableIterator<K> {
    return this.#entries.keys();
  }

  /** Holds a value, which counts as used now. */
  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#trim();
  }

  /** Takes a newer value for what is still held. */
  renew(key: K, value: V): void {
    if (this.#entries.has(key)) this.#entries.set(key, value);
  }

  #trim(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) return;
      this.#entries.delete(oldest);
    }
  }
}
