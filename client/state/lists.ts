// Lists that are replaced, never changed: what stays the same stays the same object.

/** The list with the items that pass changed. */
export function changedIn<T>(list: readonly T[], passes: (item: T) => boolean, change: (item: T) => T): T[] {
  return list.map((item) => (passes(item) ? change(item) : item));
}

/** The list without the items that pass; the same list where there are none. */
export function without<T>(list: T[], passes: (item: T) => boolean): T[] {
  return list.some(passes) ? list.filter((item) => !passes(item)) : list;
}

/** How many items of a sorted list come before another one, or are equal to it. */
function upTo<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle] as T, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A sorted list with one more item. */
export function inserted<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): T[] {
  return list.toSpliced(upTo(list, item, compare), 0, item);
}

/** Where an item of a sorted list is that compares as equal; -1 where there is none. */
export function placeIn<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  const place = upTo(list, item, compare) - 1;
  return place >= 0 && compare(list[place] as T, item) === 0 ? place : -1;
}

/** Ids with further ones, each once, in order. */
export function idsWith(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])].sort((a, b) => a - b);
}

/** Ids without some; the same list where it holds none of them. */
export function idsWithout(ids: number[], gone: ReadonlySet<number>): number[] {
  return ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids;
}

const byNumber = (a: number, b: number) => a - b;

/** The same for ids in order, which need not all be looked at where few are gone. */
export function sortedIdsWithout(ids: number[], gone: ReadonlySet<number>): number[] {
  if (gone.size > ids.length) return idsWithout(ids, gone);
  const first = ids[0] ?? 0;
  const last = ids[ids.length - 1] ?? -1;
  for (const id of gone) {
    if (id < first || id > last) continue;
    const place = placeIn(ids, id, byNumber);
    if (place >= 0) return gone.size === 1 ? ids.toSpliced(place, 1) : idsWithout(ids, gone);
  }
  return ids;
}
