// Splits work by its size in bytes instead of its number of items.

/** Consecutive items whose sizes add up to at most `maximum`; a larger item forms a portion of its own. */
export function* portionsOf<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  maximum: number,
): Generator<readonly T[]> {
  let portion: T[] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (portion.length > 0 && size + added > maximum) {
      yield portion;
      portion = [];
      size = 0;
    }
    portion.push(item);
    size += added;
  }
  if (portion.length > 0) yield portion;
}
