// Immutable list operations: unchanged lists and items keep their identity.

/** Changes the matching items. */
export function updateWhere<T>(
  list: readonly T[],
  passes: (item: T) => boolean,
  change: (item: T) => T,
): T[] {
  return list.map((item) => (passes(item) ? change(item) : item));
}

/** Removes the matching items; returns the same list if there are none. */
export function removeWhere<T>(list: T[], passes: (item: T) => boolean): T[] {
  return list.some(passes) ? list.filter((item) => !passes(item)) : list;
}

/** How many items of a sorted list compare less than or equal to another one. */
function countUpTo<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle] as T, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds an item to a sorted list. */
export function insertSorted<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): T[] {
  return list.toSpliced(countUpTo(list, item, compare), 0, item);
}

/** The index of an equal item in a sorted list; -1 if there is none. */
export function sortedIndexOf<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  const index = countUpTo(list, item, compare) - 1;
  return index >= 0 && compare(list[index] as T, item) === 0 ? index : -1;
}

/** Adds ids; the result is sorted and without duplicates. */
export function addIds(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])].sort((a, b) => a - b);
}

/** Removes ids; returns the same list if it contains none of them. */
export function removeIds(ids: number[], gone: ReadonlySet<number>): number[] {
  return ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids;
}

const byNumber = (a: number, b: number) => a - b;

/** Like `removeIds`, for sorted ids; avoids a full scan if few are removed. */
export function removeSortedIds(ids: number[], gone: ReadonlySet<number>): number[] {
  if (gone.size > ids.length) return removeIds(ids, gone);
  const first = ids[0] ?? 0;
  const last = ids[ids.length - 1] ?? -1;
  for (const id of gone) {
    if (id < first || id > last) continue;
    const index = sortedIndexOf(ids, id, byNumber);
    if (index >= 0) return gone.size === 1 ? ids.toSpliced(index, 1) : removeIds(ids, gone);
  }
  return ids;
}
