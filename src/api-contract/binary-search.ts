// Binary search in sorted data.

/**
 * How many of `length` sorted items come before a position.
 * @param isBefore whether the item at an index does; if not, none after it does
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
