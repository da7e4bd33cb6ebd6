// Limits how many pieces of work run at the same time: in total, and for each group that a piece counts against,
// such as its receiver and the receiver's owner. So slow receivers delay only their own group's work.

export class ConcurrencyShares<T extends { readonly id: number }> {
  readonly #total: number;
  readonly #limits: readonly number[];
  readonly #running = new Map<number, readonly string[]>();
  /** The number of running pieces of each group, for each limit. */
  readonly #counts: readonly Map<string, number>[];

  /**
   * @param total how many pieces run at the same time
   * @param limits how many of one group: a piece counts against one group for each of these
   */
  constructor(total: number, limits: readonly number[]) {
    this.#total = total;
    this.#limits = limits;
    this.#counts = limits.map(() => new Map());
  }

  /** How many more pieces may start. */
  get free(): number {
    return this.#total - this.#running.size;
  }

  /** The ids of the running pieces. */
  get ids(): number[] {
    return [...this.#running.keys()];
  }

  /** Admits a piece. Returns false if it is already admitted or a limit is reached. */
  admit({ id }: T, groups: readonly string[]): boolean {
    if (this.#running.has(id) || this.free <= 0) return false;
    if (groups.some((group, at) => this.#isFull(at, group))) return false;
    this.#running.set(id, groups);
    this.#add(groups, 1);
    return true;
  }

  release({ id }: T): void {
    this.#add(this.#running.get(id) ?? [], -1);
    this.#running.delete(id);
  }

  /** The groups that reached a limit, given by its index. */
  full(at: number): string[] {
    return [...(this.#counts[at]?.keys() ?? [])].filter((group) => this.#isFull(at, group));
  }

  #isFull(at: number, group: string): boolean {
    return (this.#counts[at]?.get(group) ?? 0) >= (this.#limits[at] ?? 0);
  }

  #add(groups: readonly string[], difference: number): void {
    for (const [at, group] of groups.entries()) {
      const counts = this.#counts[at];
      const count = (counts?.get(group) ?? 0) + difference;
      if (count > 0) counts?.set(group, count);
      else counts?.delete(group);
    }
  }
}
