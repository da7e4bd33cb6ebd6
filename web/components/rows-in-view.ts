// Which rows of a long list are in the document: those in view and some around them, all of one height.

export interface Frame {
  /** How far the list's first row has been scrolled out above; negative while there is something before it. Pixels. */
  readonly above: number;
  /** What is seen of the page. Pixels. */
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

export interface RowRange {
  readonly from: number;
  /** The first that is not in it. */
  readonly to: number;
}

/** Rows beyond what is seen, so that arrows and quick scrolling find them. */
const AROUND = 12;

/** The rows to render. They come in steps of several, so that scrolling by a row renders nothing. */
export function rowsInView({ above, height, rowHeight, count }: Frame): RowRange {
  const step = AROUND / 2;
  const first = Math.floor(above / rowHeight / step) * step;
  const seen = Math.ceil(height / rowHeight / step) * step + step;
  const from = Math.min(Math.max(first - AROUND, 0), Math.max(count - 1, 0));
  return { from, to: Math.min(Math.max(first + seen + AROUND, from), count) };
}

/** Where a key leads in a list of rows; undefined for a key that does not move. */
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
