// Lists that are replaced, never changed: what stays the same stays the same object.

/** The list with the items that pass changed. */
export function changedIn<T>(list: readonly T[], passes: (item: T) => boolean, change: (item: T) => T): T[] {
  return list.map((item) => (passes(item) ? change(item) : item));
}

/** The list without the items that pass; the same list where there are none. */
export function without<T>(list: T[], passes: (item: T) => boolean): T[] {
  return list.some(passes) ? list.filter((item) => !passes(item)) : list;
}

/** A sorted list with one more item. */
export function inserted<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): T[] {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle] as T, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return [...list.slice(0, low), item, ...list.slice(low)];
}

/** Ids with further ones, each once, in order. */
export function idsWith(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])].sort((a, b) => a - b);
}

/** Ids without some; the same list where it holds none of them. */
export function idsWithout(ids: number[], gone: ReadonlySet<number>): number[] {
  return ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids;
}
