// A least-recently-used cache with a maximum total weight. Only for values that can be read again at any
// time.

/** How values are weighed, and what happens on eviction. */
interface LruMapOptions<K, V> {
  /** Defaults to 1. The most recently used value always stays, regardless of its weight. */
  weightOf?(value: V): number;
  onDrop?(key: K, value: V): void;
}

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
}

/** A map whose values have a maximum total weight. */
export class LruMap<K, V> {
  readonly #limit: number;
  readonly #options: LruMapOptions<K, V>;
  readonly #entries = new Map<K, Entry<V>>();
  #weight = 0;

  constructor(limit: number, options: LruMapOptions<K, V> = {}) {
    this.#limit = limit;
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The total weight. */
  get weight(): number {
    return this.#weight;
  }

  /** The value; counts as a use. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The value; does not count as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /** Starting with the least recently used. */
  keys(): IterableIterator<K> {
    return this.#entries.keys();
  }

  /** Sets a value; counts as a use. */
  set(key: K, value: V): void {
    this.#remove(key);
    const weight = this.#options.weightOf?.(value) ?? 1;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    this.#evict();
  }

  #remove(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  #evict(): void {
    for (const [key, { value }] of this.#entries) {
      if (this.#weight <= this.#limit || this.#entries.size === 1) return;
      this.#remove(key);
      this.#options.onDrop?.(key, value);
    }
  }
}
