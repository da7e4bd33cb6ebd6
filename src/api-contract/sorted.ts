// Finding a place in what is in order.

/**
 * How many of `length` things in order come before a place, by halving.
 * @param isBefore whether the one at an index does; where it does not, none after it does
 * @example
 * countBefore(ids.length, (index) => (ids[index] ?? 0) < id);
 */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
