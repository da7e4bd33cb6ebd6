// The rows of a section that has very many: only those in view are in the document.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { firstAtLeast, offsetsOf, type RowHeights } from './row-offsets.ts';
import type { SidebarRow } from './sidebar-rows.ts';

export interface LongRowsProps {
  readonly rows: readonly SidebarRow[];
  readonly render: (row: SidebarRow) => ComponentChildren;
}

/** Rendered above and below what is in view, in pixels, so that the arrow keys and fast scrolling find rows. */
const MARGIN = 400;

/** The heights of the rows that are shown; those before if none is. */
function heightsOf(list: Element, before: RowHeights): RowHeights {
  const heightOf = (selector: string) => list.querySelector<HTMLElement>(selector)?.offsetHeight;
  return {
    row: heightOf('.side-line:not(.topic)') || before.row,
    topic: heightOf('.side-line.topic') || before.topic,
  };
}

export function LongRows({ rows, render }: LongRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [, renderAgain] = useReducer((turn: number, _event: undefined) => turn + 1, 0);
  const view = useRef({ from: 0, to: 900, heights: { row: 30, topic: 28 } as RowHeights });
  const offsets = offsetsOf(rows, view.current.heights);
  useLayoutEffect(() => {
    const box = list.current;
    const scroller = box?.closest('.side-lists');
    if (!box || !scroller) return undefined;
    const measure = () => {
      const above = scroller.getBoundingClientRect().top - box.getBoundingClientRect().top;
      const heights = heightsOf(box, view.current.heights);
      // In steps, so that scrolling by a row renders nothing.
      const from = Math.floor((above - MARGIN) / 200) * 200;
      const to = from + scroller.clientHeight + 2 * MARGIN + 200;
      const before = view.current;
      if (from === before.from && to === before.to && heights.row === before.heights.row) return;
      view.current = { from, to, heights };
      renderAgain(undefined);
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, []);
  const first = Math.max(firstAtLeast(offsets, view.current.from) - 1, 0);
  const last = Math.max(Math.min(firstAtLeast(offsets, view.current.to), rows.length), first + 1);
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
