// Keeps a list of thousands sorted while single items change: unchanged items stay in place, and new or
// changed ones are inserted. Comparing names is expensive; this needs a dozen comparisons per change instead
// of a million.

type Compare<T> = (a: T, b: T) => number;

/**
 * Sorts items incrementally. `compare` must order any two items; `sort` sorts whole lists in the same order,
 * which may be faster if the input is already ordered among equals.
 */
export function incrementalSort<T>(
  compare: Compare<T>,
  sort = (items: readonly T[]): readonly T[] => items.toSorted(compare),
): (items: readonly T[]) => readonly T[] {
  let last: readonly T[] = [];
  return (items) => {
    const added = new Set(items);
    const stayed = last.filter((item) => added.delete(item));
    if (added.size > 0 || stayed.length < last.length) last = merged(stayed, sort([...added]), compare);
    return last;
  };
}

/** Merges two sorted lists. */
function merged<T>(stayed: readonly T[], added: readonly T[], compare: Compare<T>): readonly T[] {
  if (stayed.length === 0) return added;
  const all: T[] = [];
  let next = 0;
  for (const item of added) {
    const index = insertionIndex(item, stayed, next, compare);
    for (; next < index; next++) all.push(stayed[next] as T);
    all.push(item);
  }
  for (; next < stayed.length; next++) all.push(stayed[next] as T);
  return all;
}

/** The index at which an item belongs, by binary search. */
function insertionIndex<T>(item: T, list: readonly T[], from: number, compare: Compare<T>): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
