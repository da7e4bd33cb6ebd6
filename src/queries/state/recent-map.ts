// What is held in memory because it was asked for lately, bounded by what it weighs: what was used least recently goes
// first. Only for what can be read again at any time.

/** How a value counts against the bound, and what happens when it goes. */
interface RecentMapOptions<K, V> {
  /** One for each value unless stated. The value used last stays, however much it weighs. */
  weightOf?(value: V): number;
  onDrop?(key: K, value: V): void;
}

interface Held<V> {
  readonly value: V;
  readonly weight: number;
}

/** A map whose values together weigh no more than a bound. */
export class RecentMap<K, V> {
  readonly #limit: number;
  readonly #options: RecentMapOptions<K, V>;
  readonly #entries = new Map<K, Held<V>>();
  #weight = 0;

  constructor(limit: number, options: RecentMapOptions<K, V> = {}) {
    this.#limit = limit;
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What all values weigh. */
  get weight(): number {
    return this.#weight;
  }

  /** The value, which counts as used now. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The value, which does not count as used. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
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
    this.#remove(key);
    const weight = this.#options.weightOf?.(value) ?? 1;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    this.#trim();
  }

  #remove(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  #trim(): void {
    for (const [key, { value }] of this.#entries) {
      if (this.#weight <= this.#limit || this.#entries.size === 1) return;
      this.#remove(key);
      this.#options.onDrop?.(key, value);
    }
  }
}
