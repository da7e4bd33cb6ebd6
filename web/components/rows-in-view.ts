// Which rows of a virtualized list are rendered: those in view and some around them, all of the same height.

export interface Frame {
  /** How far the first row has been scrolled out at the top, in pixels; negative while something precedes it. */
  readonly above: number;
  /** The visible height, in pixels. */
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

export interface RowRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Extra rows on either side, so that arrow keys and fast scrolling find them. */
const OVERSCAN = 12;

/** The rows to render. The range changes in steps of several rows, so that scrolling by one row renders nothing. */
export function rowsInView({ above, height, rowHeight, count }: Frame): RowRange {
  const step = OVERSCAN / 2;
  const first = Math.floor(above / rowHeight / step) * step;
  const visible = Math.ceil(height / rowHeight / step) * step + step;
  const from = Math.min(Math.max(first - OVERSCAN, 0), Math.max(count - 1, 0));
  return { from, to: Math.min(Math.max(first + visible + OVERSCAN, from), count) };
}

/** The row that a key leads to; undefined if the key does not move. */
export function rowAfter(key: string, from: number, count: number, page: number): number | undefined {
  const target: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  const to = target[key];
  return to === undefined || count === 0 ? undefined : Math.min(Math.max(to, 0), count - 1);
}
