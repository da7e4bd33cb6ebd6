// The vertical offsets of the rows of a long section. The height of a channel's row includes its topics.

import type { SidebarRow } from './sidebar-rows.ts';

/** In pixels. */
export interface RowHeights {
  readonly row: number;
  readonly topic: number;
}

/** The offset of each row, and the height of all at the end. */
export function offsetsOf(rows: readonly SidebarRow[], { row, topic }: RowHeights): number[] {
  const offsets = [0];
  for (const { topics = [], moreTopics } of rows)
    offsets.push((offsets.at(-1) ?? 0) + row + topic * (topics.length + (moreTopics ? 1 : 0)));
  return offsets;
}

/** The index of the first offset that is at least a value. */
export function firstAtLeast(offsets: readonly number[], value: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
