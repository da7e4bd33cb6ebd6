// A list of thousands that stays in order while somebody in it changes: who stayed keeps their place, and whoever is new or
// changed is put into theirs. Comparing names is what costs, so that one change compares a dozen times and not a million.

type Compare<T> = (a: T, b: T) => number;

/**
 * Puts items in order. `compare` tells any two apart; `sort` puts whole lists in the same order, which may be quicker where the
 * items come in an order that counts among those alike.
 */
export function keptOrder<T>(
  compare: Compare<T>,
  sort = (items: readonly T[]): readonly T[] => items.toSorted(compare),
): (items: readonly T[]) => readonly T[] {
  let last: readonly T[] = [];
  return (items) => {
    const added = new Set(items);
    const stayed = last.filter((one) => added.delete(one));
    if (added.size > 0 || stayed.length < last.length) last = withPlaced(stayed, sort([...added]), compare);
    return last;
  };
}

/** Both lists as one; each is in order. */
function withPlaced<T>(stayed: readonly T[], added: readonly T[], compare: Compare<T>): readonly T[] {
  if (stayed.length === 0) return added;
  const all: T[] = [];
  let next = 0;
  for (const one of added) {
    const place = placeOf(one, stayed, next, compare);
    for (; next < place; next++) all.push(stayed[next] as T);
    all.push(one);
  }
  for (; next < stayed.length; next++) all.push(stayed[next] as T);
  return all;
}

/** Before which of the list somebody stands, found by halving what is left. */
function placeOf<T>(one: T, list: readonly T[], from: number, compare: Compare<T>): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as T, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
