// Splits work by its size in bytes rather than by its number of items.

/** Consecutive items whose sizes add up to at most `most`; an item that is larger makes a portion of its own. */
export function* portionsOf<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  most: number,
): Generator<readonly T[]> {
  let portion: T[] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (portion.length > 0 && size + added > most) {
      yield portion;
      portion = [];
      size = 0;
    }
    portion.push(item);
    size += added;
  }
  if (portion.length > 0) yield portion;
}
