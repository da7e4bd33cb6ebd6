// Which messages of a range are in the document: a sliding window of ids. Its ends are ids rather than
// indexes, so that messages inserted between them are included; an open end includes everything beyond.

export interface Window {
  /** The first id; minus infinity for an open end. */
  readonly from: number;
  /** The last id; infinity for an open end. */
  readonly to: number;
}

/** The maximum number of rows that remain when the window slides. */
const MAX_ROWS = 240;
const STEP = 16;
/** The rows on either side of the message at which a window starts. */
const ROWS_AROUND = 20;
/** The rows at first if a window starts at the end: scrolling up adds more before they become visible. */
const ROWS_AT_END = 24;
/** The rows that remain while following the newest messages. */
const ROWS_WHEN_FOLLOWING = 160;

/** The index of the first id that is not below a value. */
function indexOfFirst(ids: readonly number[], value: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function idsInWindow(ids: readonly number[], { from, to }: Window): readonly number[] {
  const start = indexOfFirst(ids, from);
  const end = to === Number.POSITIVE_INFINITY ? ids.length : indexOfFirst(ids, to + 1);
  return start === 0 && end === ids.length ? ids : ids.slice(start, end);
}

/** The newer end is open if the window reaches the end of the range. */
function windowOf(ids: readonly number[], start: number, end: number): Window {
  return {
    from: ids[Math.max(0, start)] ?? Number.NEGATIVE_INFINITY,
    to: end >= ids.length ? Number.POSITIVE_INFINITY : (ids[end - 1] ?? 0),
  };
}

export function windowAround(ids: readonly number[], id: number): Window {
  const index = indexOfFirst(ids, id);
  return windowOf(ids, index - ROWS_AROUND, index + ROWS_AROUND);
}

/** The window over the newest ids. */
export function windowAtEnd(ids: readonly number[]): Window {
  return windowOf(ids, ids.length - ROWS_AT_END, ids.length);
}

/** Moves the window a step; excess rows are dropped at the other end. */
export function slideWindow(ids: readonly number[], window: Window, direction: 'older' | 'newer'): Window {
  const start = indexOfFirst(ids, window.from);
  const end = window.to === Number.POSITIVE_INFINITY ? ids.length : indexOfFirst(ids, window.to + 1);
  if (direction === 'older') {
    const first = Math.max(0, start - STEP);
    return first === start ? window : windowOf(ids, first, Math.min(end, first + MAX_ROWS));
  }
  const last = Math.min(ids.length, end + STEP);
  return last === end ? window : windowOf(ids, Math.max(start, last - MAX_ROWS), last);
}

/**
 * Trims a window whose end stays open while messages arrive. At the end, the oldest rows are dropped step by
 * step, or all at once if so many arrived since `newest` that no earlier row is visible. Elsewhere, no new
 * rows are added.
 */
export function trimWindow(
  ids: readonly number[],
  window: Window,
  isAtEnd: boolean,
  newest = Number.POSITIVE_INFINITY,
): Window {
  if (window.to !== Number.POSITIVE_INFINITY) return window;
  const start = indexOfFirst(ids, window.from);
  if (isAtEnd && ids.length - indexOfFirst(ids, newest + 1) >= ROWS_AT_END) return windowAtEnd(ids);
  const limit = isAtEnd ? ROWS_WHEN_FOLLOWING : MAX_ROWS;
  if (ids.length - start <= limit + STEP) return window;
  return isAtEnd
    ? windowOf(ids, ids.length - ROWS_WHEN_FOLLOWING, ids.length)
    : windowOf(ids, start, start + MAX_ROWS);
}
