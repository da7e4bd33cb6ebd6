// Which of the messages of a range are in the document: a window of ids that slides. Its ends are ids, not places, so
// that what comes between them is inside; an open end takes in whatever comes.

export interface Window {
  /** The first id; minus infinity for an open end. */
  readonly from: number;
  /** The last id; infinity for an open end. */
  readonly to: number;
}

/** At most so many rows stay when the window slides. */
const MOST_ROWS = 240;
const STEP = 16;
const AROUND = 20;
/** At the end fewer are enough at first: scrolling up brings more before they are in sight. */
const AT_END = 24;
/** So many stay for whoever follows the newest. */
const FOLLOWED = 160;

/** The place of the first id that is not below a value. */
function placeOf(ids: readonly number[], value: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ids in the window. */
export function within(ids: readonly number[], { from, to }: Window): readonly number[] {
  const start = placeOf(ids, from);
  const end = to === Number.POSITIVE_INFINITY ? ids.length : placeOf(ids, to + 1);
  return start === 0 && end === ids.length ? ids : ids.slice(start, end);
}

/** The newer end is open where the window reaches the end of the range. */
function windowOf(ids: readonly number[], start: number, end: number): Window {
  return {
    from: ids[Math.max(0, start)] ?? Number.NEGATIVE_INFINITY,
    to: end >= ids.length ? Number.POSITIVE_INFINITY : (ids[end - 1] ?? 0),
  };
}

/** A window around an id. */
export function windowAround(ids: readonly number[], id: number): Window {
  const place = placeOf(ids, id);
  return windowOf(ids, place - AROUND, place + AROUND);
}

/** The window over the newest. */
export function windowAtEnd(ids: readonly number[]): Window {
  return windowOf(ids, ids.length - AT_END, ids.length);
}

/** A step towards older or newer messages; what is too much falls away at the other end. */
export function slid(ids: readonly number[], window: Window, direction: 'older' | 'newer'): Window {
  const start = placeOf(ids, window.from);
  const end = window.to === Number.POSITIVE_INFINITY ? ids.length : placeOf(ids, window.to + 1);
  if (direction === 'older') {
    const first = Math.max(0, start - STEP);
    return first === start ? window : windowOf(ids, first, Math.min(end, first + MOST_ROWS));
  }
  const last = Math.min(ids.length, end + STEP);
  return last === end ? window : windowOf(ids, Math.max(start, last - MOST_ROWS), last);
}

/**
 * With an end that stays open while messages come: who looks at the newest loses the oldest rows, a step at a time, and all
 * at once where so many came since `newest` that none of those before is in sight; who looks at others gets no more new ones.
 */
export function trimmed(
  ids: readonly number[],
  window: Window,
  isAtEnd: boolean,
  newest = Number.POSITIVE_INFINITY,
): Window {
  if (window.to !== Number.POSITIVE_INFINITY) return window;
  const start = placeOf(ids, window.from);
  if (isAtEnd && ids.length - placeOf(ids, newest + 1) >= AT_END) return windowAtEnd(ids);
  const most = isAtEnd ? FOLLOWED : MOST_ROWS;
  if (ids.length - start <= most + STEP) return window;
  return isAtEnd ? windowOf(ids, ids.length - FOLLOWED, ids.length) : windowOf(ids, start, start + MOST_ROWS);
}
