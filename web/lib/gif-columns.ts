// Arranges GIFs of different heights in columns, and moves between them with the keyboard.

/** The text of a field and what is selected in it: `start` and `end` are equal for a caret. */
export interface FieldCaret {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a key moves the caret of the field rather than to another GIF. At the end of the text an arrow has nowhere else
 * to go.
 * @param isRightToLeft whether the text begins on the right
 */
export function movesCaret(key: string, { text, start, end }: FieldCaret, isRightToLeft = false): boolean {
  if (text === '') return false;
  if (key === 'Home' || key === 'End') return true;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
  if (start !== end) return true;
  const isForward = (key === 'ArrowLeft') === isRightToLeft;
  return isForward ? end < text.length : start > 0;
}

export interface GifSize {
  readonly width: number;
  readonly height: number;
}

/** The indexes of the GIFs of each column, from the top: each GIF is in the column that is the shortest so far. */
export function gifColumns(sizes: readonly GifSize[], count: number): readonly (readonly number[])[] {
  const columns = Array.from({ length: count }, () => ({ height: 0, indexes: [] as number[] }));
  for (const [index, { width, height }] of sizes.entries()) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.indexes.push(index);
    shortest.height += height / width;
  }
  return columns.map(({ indexes }) => indexes);
}

/**
 * The index that a key leads to; undefined if the key does not move. Arrows to the side follow the provider's order, the
 * others stay in the column.
 * @param isRightToLeft whether the first column is on the right
 */
export function gifIndexAfterKey(
  key: string,
  from: number,
  columns: readonly (readonly number[])[],
  isRightToLeft = false,
): number | undefined {
  const last = columns.reduce((sum, column) => sum + column.length, 0) - 1;
  if (last < 0) return undefined;
  const column = columns.find((indexes) => indexes.includes(from)) ?? [];
  const row = column.indexOf(from);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return (key === 'ArrowLeft') === isRightToLeft ? Math.min(from + 1, last) : Math.max(from - 1, 0);
    case 'ArrowDown':
      return column[row + 1] ?? from;
    case 'ArrowUp':
      return column[row - 1] ?? from;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
