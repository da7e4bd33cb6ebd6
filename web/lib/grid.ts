// Keyboard navigation in a grid.

/** The index that a key leads to in a grid with this many columns; undefined if the key does not move. */
export function gridIndexAfterKey(
  key: string,
  from: number,
  count: number,
  columns: number,
): number | undefined {
  if (count === 0) return undefined;
  const row = from - (from % columns);
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(from - 1, 0);
    case 'ArrowDown':
      return from + columns < count ? from + columns : from;
    case 'ArrowUp':
      return from - columns;
    case 'Home':
      return row;
    case 'End':
      return Math.min(row + columns - 1, count - 1);
    case 'PageDown':
      return Math.min(from + columns * 5, count - 1);
    case 'PageUp':
      return Math.max(from - columns * 5, from % columns);
    default:
      return undefined;
  }
}
