// The fetched messages of one narrow, as contiguous ranges of ids. Within a range nothing is missing; between
// two ranges anything may be. Pages join ranges where they overlap, a new message extends the range that
// reaches the newest one, and moves and deletions remove ids from all of them.

/** Ids without a gap between the first and the last of them. */
export interface Range {
  /** In order. Empty for a narrow without messages. */
  readonly ids: readonly number[];
  /** The narrow has nothing older than the first id, or newer than the last. */
  readonly reachesOldest: boolean;
  readonly reachesNewest: boolean;
}

function first({ ids }: Range): number {
  return ids[0] ?? Number.POSITIVE_INFINITY;
}

function last({ ids }: Range): number {
  return ids.at(-1) ?? Number.NEGATIVE_INFINITY;
}

/** A range without ids is meaningful only if the whole narrow is empty. */
function isUseful(range: Range): boolean {
  return range.ids.length > 0 || (range.reachesOldest && range.reachesNewest);
}

function touches(a: Range, b: Range): boolean {
  if (a.ids.length === 0 || b.ids.length === 0) return true;
  return first(a) <= last(b) && first(b) <= last(a);
}

function sortedIds(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

function joinRanges(a: Range, b: Range): Range {
  const isOlder = first(a) <= first(b);
  const isNewer = last(a) >= last(b);
  return {
    ids: sortedIds([...a.ids, ...b.ids]),
    reachesOldest: (isOlder ? a : b).reachesOldest || (first(a) === first(b) && b.reachesOldest),
    reachesNewest: (isNewer ? a : b).reachesNewest || (last(a) === last(b) && b.reachesNewest),
  };
}

/**
 * A range does not reach the oldest message if another range precedes it, nor the newest if one follows,
 * whatever its page claimed.
 */
function withReachAt(range: Range, index: number, count: number): Range {
  const reachesOldest = range.reachesOldest && index === 0;
  const reachesNewest = range.reachesNewest && index === count - 1;
  const isUnchanged = reachesOldest === range.reachesOldest && reachesNewest === range.reachesNewest;
  return isUnchanged ? range : { ...range, reachesOldest, reachesNewest };
}

/** The ranges of one narrow. Immutable. */
export class Ranges {
  readonly #ranges: readonly Range[];

  private constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  static readonly none = new Ranges([]);

  /** In order, without overlaps. */
  get all(): readonly Range[] {
    return this.#ranges;
  }

  /** The range that contains an id or its position; undefined if that was not fetched. */
  around(id: number): Range | undefined {
    return this.#ranges.find(
      (range) => (range.reachesOldest || first(range) <= id) && (range.reachesNewest || last(range) >= id),
    );
  }

  /** The range that reaches the newest message; undefined if that was not fetched. */
  get newest(): Range | undefined {
    return this.#ranges.find(({ reachesNewest }) => reachesNewest);
  }

  /** Adds a page: ids without a gap. */
  withPage(page: Range): Ranges {
    if (!isUseful(page)) return this;
    let merged: Range = page;
    const separateRanges: Range[] = [];
    for (const range of this.#ranges) {
      if (touches(range, merged)) merged = joinRanges(range, merged);
      else separateRanges.push(range);
    }
    const all = [...separateRanges, merged].sort((a, b) => first(a) - first(b));
    return new Ranges(all.map((range, index) => withReachAt(range, index, all.length)));
  }

  /** Adds a message that was just sent, if the newest range is known. */
  withNew(id: number): Ranges {
    return this.#mapRanges((range) =>
      range.reachesNewest && id > last(range) ? { ...range, ids: [...range.ids, id] } : range,
    );
  }

  /** Accounts for a newer message that may or may not be in the narrow: only the server knows. */
  withUnknownNewer(): Ranges {
    const unsure = this.#mapRanges((range) =>
      range.reachesNewest ? { ...range, reachesNewest: false } : range,
    );
    return unsure.#ranges.every(isUseful) ? unsure : new Ranges(unsure.#ranges.filter(isUseful));
  }

  /**
   * Adds messages that were moved here: each between two neighbors of a range, or beyond an end that the
   * narrow reaches. Others are found when their position is fetched.
   */
  withMoved(ids: readonly number[]): Ranges {
    return this.#mapRanges((range) => {
      const coveredIds = ids.filter(
        (id) => (id > first(range) || range.reachesOldest) && (id < last(range) || range.reachesNewest),
      );
      return coveredIds.length === 0 ? range : { ...range, ids: sortedIds([...range.ids, ...coveredIds]) };
    });
  }

  /** Removes messages that were deleted or moved away. The ends a range reaches stay reached. */
  without(removed: ReadonlySet<number>): Ranges {
    const remaining = this.#mapRanges((range) =>
      range.ids.some((id) => removed.has(id))
        ? { ...range, ids: range.ids.filter((id) => !removed.has(id)) }
        : range,
    );
    return remaining.#ranges.every(isUseful) ? remaining : new Ranges(remaining.#ranges.filter(isUseful));
  }

  /** Keeps only the neighborhood of an id: at most `count` ids on either side. */
  near(id: number, count: number): Ranges {
    const range = this.around(id);
    if (!range) return Ranges.none;
    const index = range.ids.findIndex((candidate) => candidate >= id);
    const middle = index < 0 ? range.ids.length : index;
    const start = Math.max(0, middle - count);
    const end = Math.min(range.ids.length, middle + count + 1);
    const nearby: Range = {
      ids: range.ids.slice(start, end),
      reachesOldest: range.reachesOldest && start === 0,
      reachesNewest: range.reachesNewest && end === range.ids.length,
    };
    return isUseful(nearby) ? new Ranges([nearby]) : Ranges.none;
  }

  /** Cuts the newest range to its last `count` ids, if it is longer than `maximum`. */
  withNewestOf(count: number, maximum: number): Ranges {
    return this.#mapRanges((range) =>
      range.reachesNewest && range.ids.length > maximum
        ? { ids: range.ids.slice(-count), reachesOldest: false, reachesNewest: true }
        : range,
    );
  }

  #mapRanges(change: (range: Range) => Range): Ranges {
    const next = this.#ranges.map(change);
    return next.every((range, index) => range === this.#ranges[index]) ? this : new Ranges(next);
  }
}
