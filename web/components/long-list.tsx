// A virtualized table with rows of equal height: only the rows in view are in the document, so fifty thousand
// accounts cost what forty do. Arrow keys move between rows, Tab moves through the controls of one row.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { rowAfter, rowsInView } from './rows-in-view.ts';
import { useKeyDown } from './use-key-down.ts';

export interface Column<T> {
  readonly key: string;
  readonly title: string;
  /** Whether the title is only for screen readers, for example above buttons. */
  readonly isUntitled?: boolean;
  /** `tabIndex` is for the controls in the cell. */
  readonly show: (item: T, tabIndex: number) => ComponentChildren;
  /** Sorts by this column; undefined if it cannot be sorted by. */
  readonly onSort?: () => void;
  readonly order?: 'ascending' | 'descending' | undefined;
}

export interface LongListProps<T> {
  readonly name: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  readonly columns: readonly Column<T>[];
  /** A class that sets the column widths. */
  readonly class: string;
}

const DEFAULT_ROW_PIXELS = 56;
const arrows = { none: '', ascending: ' ↑', descending: ' ↓' } as const;
const CONTROLS = 'a[href], button, select, input';

/** The nearest ancestor that scrolls. */
function scrollerOf(element: Element | null): Element | null {
  for (let box = element?.parentElement; box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return null;
}

function Header<T>({ columns }: { readonly columns: readonly Column<T>[] }) {
  return (
    <thead>
      <tr aria-rowindex={1} class="row head">
        {columns.map(({ key, title, isUntitled, onSort, order }) => (
          <th key={key} scope="col" class={key} {...(onSort && { 'aria-sort': order ?? 'none' })}>
            {onSort ? (
              <button type="button" onClick={onSort}>
                {title}
                <span aria-hidden="true">{arrows[order ?? 'none']}</span>
              </button>
            ) : (
              <span {...(isUntitled && { class: 'only-spoken' })}>{title}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Tracks the visible rows, measured again after scrolling and resizing. */
function useVisibleRows() {
  const body = useRef<HTMLTableSectionElement>(null);
  const [, render] = useReducer((turn: number, _event: undefined) => turn + 1, 0);
  const frame = useRef({ above: 0, height: 900, rowHeight: DEFAULT_ROW_PIXELS });
  const renderedKey = useRef('');
  const rangeOf = (count: number) => rowsInView({ ...frame.current, count });
  const latest = useRef(rangeOf);
  latest.current = rangeOf;
  useLayoutEffect(() => {
    const scroller = scrollerOf(body.current);
    if (!scroller || !body.current) return undefined;
    const list = body.current;
    const measure = () => {
      const row = list.querySelector<HTMLElement>('.row');
      const above = scroller.getBoundingClientRect().top - list.getBoundingClientRect().top;
      const rowHeight = row?.offsetHeight || frame.current.rowHeight;
      frame.current = { above, height: scroller.clientHeight, rowHeight };
      const { from, to } = latest.current(Number.MAX_SAFE_INTEGER);
      const next = `${from} ${to} ${rowHeight}`;
      if (next === renderedKey.current) return;
      renderedKey.current = next;
      render(undefined);
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    sizes.observe(list);
    return () => {
      scroller.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, []);
  return { body, frame, rangeOf };
}

export function LongList<T>({ name, items, keyOf, columns, class: more }: LongListProps<T>) {
  const { body, frame, rangeOf } = useVisibleRows();
  const [chosen, setChosen] = useState(0);
  /** The row to focus once it is rendered. */
  const rowToFocus = useRef<number | undefined>(undefined);
  const { from, to } = rangeOf(items.length);
  const current = Math.min(chosen, items.length - 1);
  const { rowHeight, height } = frame.current;
  const rowAt = (index: number) =>
    body.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`) ?? null;
  useLayoutEffect(() => {
    if (rowToFocus.current === undefined) return;
    const row = rowAt(rowToFocus.current);
    if (!row) return;
    rowToFocus.current = undefined;
    row.scrollIntoView({ block: 'nearest' });
    row.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
  });
  useKeyDown(body, (event) => {
    if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(Math.floor(height / rowHeight) - 1, 1);
    const next = rowAfter(event.key, current, items.length, page);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    rowToFocus.current = next;
    if (!rowAt(next)) {
      const list = body.current?.getBoundingClientRect().top ?? 0;
      const scroller = scrollerOf(body.current);
      scroller?.scrollBy({
        top: list + next * rowHeight - scroller.getBoundingClientRect().top - height / 2,
      });
    }
    setChosen(next);
  });
  return (
    <table aria-label={name} aria-rowcount={items.length + 1} class={`long-list ${more}`}>
      <Header columns={columns} />
      <tbody
        ref={body}
        style={{
          paddingBlockStart: `${from * rowHeight}px`,
          paddingBlockEnd: `${Math.max(items.length - to, 0) * rowHeight}px`,
        }}
        onFocusIn={(event: FocusEvent) => {
          const row = (event.target as Element).closest('[aria-rowindex]');
          if (row) setChosen(Number(row.getAttribute('aria-rowindex')) - 2);
        }}
      >
        {items.slice(from, to).map((item, index) => (
          <tr key={keyOf(item)} aria-rowindex={from + index + 2} class="row">
            {columns.map(({ key, show }) => (
              <td key={key} class={key}>
                {show(item, isTabbed(from + index, current, from, to) ? 0 : -1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether Tab leads to this row: the chosen row, or the first rendered one if that is out of view. */
function isTabbed(index: number, chosen: number, from: number, to: number): boolean {
  return chosen >= from && chosen < to ? index === chosen : index === from;
}
