// The rows of a section that has very many: only those in view are in the document.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { firstAtLeast, offsetsOf, type RowHeights } from './row-offsets.ts';
import { followScroller } from './scroller-area.ts';
import type { SidebarRow } from './sidebar-rows.ts';

export interface LongRowsProps {
  readonly rows: readonly SidebarRow[];
  readonly render: (row: SidebarRow) => ComponentChildren;
}

/**
 * Rows are also rendered this many pixels above and below the visible area, so that arrow keys and fast scrolling find
 * them.
 */
const MARGIN = 400;

/** The heights of the displayed rows; those in `before` if none is displayed. */
function heightsOf(list: Element, before: RowHeights): RowHeights {
  const heightOf = (selector: string) => list.querySelector<HTMLElement>(selector)?.offsetHeight;
  return {
    row: heightOf('.side-line:not(.topic)') || before.row,
    topic: heightOf('.side-line.topic') || before.topic,
  };
}

/** Which rows of those given are shown: from `first` up to, and without, `last`; at least one, so that heights are known. */
function shownRows(offsets: readonly number[], from: number, to: number): { first: number; last: number } {
  const count = offsets.length - 1;
  const first = Math.min(Math.max(firstAtLeast(offsets, from) - 1, 0), Math.max(count - 1, 0));
  return { first, last: Math.max(Math.min(firstAtLeast(offsets, to), count), first + 1) };
}

export function LongRows({ rows, render }: LongRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [, renderAgain] = useReducer((turn: number, _event: undefined) => turn + 1, 0);
  // One row until its place is measured, since the rows may be anywhere below.
  const view = useRef({ from: 0, to: 0, heights: { row: 30, topic: 28 } as RowHeights });
  const offsets = offsetsOf(rows, view.current.heights);
  const { first, last } = shownRows(offsets, view.current.from, view.current.to);
  const rendered = useRef({ offsets, first, last });
  rendered.current = { offsets, first, last };
  useLayoutEffect(() => {
    const box = list.current;
    const scroller = box?.closest('.side-lists');
    if (!box || !scroller) return undefined;
    return followScroller(scroller, box, ({ top, height }) => {
      const above = top - box.getBoundingClientRect().top;
      const heights = heightsOf(box, view.current.heights);
      // In steps, so that scrolling by a row renders nothing.
      const from = Math.floor((above - MARGIN) / 200) * 200;
      const to = from + height + 2 * MARGIN + 200;
      const before = view.current.heights;
      view.current = { from, to, heights };
      const now = rendered.current;
      const next = shownRows(now.offsets, from, to);
      const isSame = next.first === now.first && next.last === now.last;
      if (!isSame || heights.row !== before.row || heights.topic !== before.topic) renderAgain(undefined);
    });
  }, []);
  const total = offsets.at(-1) ?? 0;
  return (
    <ul
      ref={list}
      style={{
        paddingBlockStart: `${offsets[first] ?? 0}px`,
        paddingBlockEnd: `${total - (offsets[last] ?? total)}px`,
      }}
    >
      {rows.slice(first, last).map((row, index) => (
        <li key={row.key} data-row={row.key} aria-setsize={rows.length} aria-posinset={first + index + 1}>
          {render(row)}
        </li>
      ))}
    </ul>
  );
}
