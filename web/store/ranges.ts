// The messages of one narrow, as far as they were fetched: contiguous ranges of ids. Within a range nothing is missing;
// between two ranges there may be anything. Pages join ranges where they overlap, a new message joins the range that
// reaches the newest one, and moves and deletions take ids out of all of them.

/** Ids without a gap between the first and the last of them. */
export interface Range {
  /** In order. May be empty, for a narrow without messages. */
  readonly ids: readonly number[];
  /** Nothing of the narrow is older than the first, or newer than the last. */
  readonly reachesOldest: boolean;
  readonly reachesNewest: boolean;
}

function first({ ids }: Range): number {
  return ids[0] ?? Number.POSITIVE_INFINITY;
}

function last({ ids }: Range): number {
  return ids.at(-1) ?? Number.NEGATIVE_INFINITY;
}

/** One without ids says something only where the whole narrow is empty. */
function isUseful(range: Range): boolean {
  return range.ids.length > 0 || (range.reachesOldest && range.reachesNewest);
}

function touches(a: Range, b: Range): boolean {
  if (a.ids.length === 0 || b.ids.length === 0) return true;
  return first(a) <= last(b) && first(b) <= last(a);
}

function sorted(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

function joined(a: Range, b: Range): Range {
  const isOlder = first(a) <= first(b);
  const isNewer = last(a) >= last(b);
  return {
    ids: sorted([...a.ids, ...b.ids]),
    reachesOldest: (isOlder ? a : b).reachesOldest || (first(a) === first(b) && b.reachesOldest),
    reachesNewest: (isNewer ? a : b).reachesNewest || (last(a) === last(b) && b.reachesNewest),
  };
}

/** Whatever it was said to reach, there is something older where a range comes before it, and something newer where one follows. */
function withReachAt(range: Range, place: number, count: number): Range {
  const reachesOldest = range.reachesOldest && place === 0;
  const reachesNewest = range.reachesNewest && place === count - 1;
  const isSo = reachesOldest === range.reachesOldest && reachesNewest === range.reachesNewest;
  return isSo ? range : { ...range, reachesOldest, reachesNewest };
}

/** The ranges of one narrow; replaced, never changed. */
export class Ranges {
  readonly #ranges: readonly Range[];

  private constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  static readonly none = new Ranges([]);

  /** In order, none of them touching another. */
  get all(): readonly Range[] {
    return this.#ranges;
  }

  /** The range that holds an id or surrounds its place; undefined where that was not fetched. */
  around(id: number): Range | undefined {
    return this.#ranges.find(
      (range) => (range.reachesOldest || first(range) <= id) && (range.reachesNewest || last(range) >= id),
    );
  }

  /** The range that reaches the newest message; undefined where that was not fetched. */
  get newest(): Range | undefined {
    return this.#ranges.find(({ reachesNewest }) => reachesNewest);
  }

  /** With what a fetch gave: ids without a gap. */
  withPage(page: Range): Ranges {
    if (!isUseful(page)) return this;
    let whole: Range = page;
    const apart: Range[] = [];
    for (const range of this.#ranges) {
      if (touches(range, whole)) whole = joined(range, whole);
      else apart.push(range);
    }
    const all = [...apart, whole].sort((a, b) => first(a) - first(b));
    return new Ranges(all.map((range, place) => withReachAt(range, place, all.length)));
  }

  /** With a message that was just sent: it follows the newest one, and is unknown where that is. */
  withNew(id: number): Ranges {
    return this.#changed((range) =>
      range.reachesNewest && id > last(range) ? { ...range, ids: [...range.ids, id] } : range,
    );
  }

  /** With a newer message that may be in the narrow or not: only the server can tell. */
  withUnknownNewer(): Ranges {
    const unsure = this.#changed((range) =>
      range.reachesNewest ? { ...range, reachesNewest: false } : range,
    );
    return unsure.#ranges.every(isUseful) ? unsure : new Ranges(unsure.#ranges.filter(isUseful));
  }

  /**
   * With messages that came from elsewhere: each goes between two neighbours of a range, or beyond an end behind which
   * there is nothing. Elsewhere they are found when that place is fetched.
   */
  withMoved(ids: readonly number[]): Ranges {
    return this.#changed((range) => {
      const fitting = ids.filter(
        (id) => (id > first(range) || range.reachesOldest) && (id < last(range) || range.reachesNewest),
      );
      return fitting.length === 0 ? range : { ...range, ids: sorted([...range.ids, ...fitting]) };
    });
  }

  /** Without messages that are gone or elsewhere. What a range reaches it still reaches. */
  without(gone: ReadonlySet<number>): Ranges {
    const kept = this.#changed((range) =>
      range.ids.some((id) => gone.has(id))
        ? { ...range, ids: range.ids.filter((id) => !gone.has(id)) }
        : range,
    );
    return kept.#ranges.every(isUseful) ? kept : new Ranges(kept.#ranges.filter(isUseful));
  }

  /** Only what is near: of a range that holds the id at most `count` on either side; nothing else. */
  near(id: number, count: number): Ranges {
    const range = this.around(id);
    if (!range) return Ranges.none;
    const place = range.ids.findIndex((one) => one >= id);
    const middle = place < 0 ? range.ids.length : place;
    const start = Math.max(0, middle - count);
    const end = Math.min(range.ids.length, middle + count + 1);
    const kept: Range = {
      ids: range.ids.slice(start, end),
      reachesOldest: range.reachesOldest && start === 0,
      reachesNewest: range.reachesNewest && end === range.ids.length,
    };
    return isUseful(kept) ? new Ranges([kept]) : Ranges.none;
  }

  /** Of the range that reaches the newest only the last `count`, where it is longer than `most`. */
  withNewestOf(count: number, most: number): Ranges {
    return this.#changed((range) =>
      range.reachesNewest && range.ids.length > most
        ? { ids: range.ids.slice(-count), reachesOldest: false, reachesNewest: true }
        : range,
    );
  }

  #changed(change: (range: Range) => Range): Ranges {
    const next = this.#ranges.map(change);
    return next.every((range, index) => range === this.#ranges[index]) ? this : new Ranges(next);
  }
}
