// Scroll anchoring: keeps the visible messages in place whatever is loaded, removed, edited or resized above
// them. Done here, because not every browser does it. At the end it follows new messages, but never past the
// first unread one.

const AT_END_PIXELS = 8;
/** Where the first unread message is placed, as a fraction of the height from the top. */
const UNREAD_FRACTION = 0.25;

/** A row and its position within the content. */
interface RowBox {
  readonly row: HTMLElement;
  readonly top: number;
  readonly end: number;
}

/**
 * Where a row is placed: in the middle, where unread messages begin, below everything above it, or at a distance from
 * the top.
 */
type RowPosition = 'middle' | 'unread' | 'start' | number;

export class ScrollAnchor {
  readonly #scroller: HTMLElement;
  /** Whether the newest message is in the document; the end of anything else is not followed. */
  readonly #reachesNewest: () => boolean;
  /**
   * The rows around the visible area, as they were at the last stable moment. Scroll events arrive late, so
   * the row to anchor on is chosen only when something has changed.
   */
  #rowBoxes: readonly RowBox[] = [];
  /** The row that was placed, until the user scrolls. */
  #placedRow: HTMLElement | undefined;
  /** A row that could not be placed yet, because too little follows below it. */
  #pendingPlacement: { readonly row: HTMLElement; readonly at: RowPosition } | undefined;
  #isFollowing = false;
  /** The scroll position last set here, to tell it from scrolling by the user. */
  #lastScrollTop = -1;
  /** The visible height when the position was last set or recorded. */
  #height = 0;
  #scrollTopBefore: number | undefined;

  constructor(scroller: HTMLElement, reachesNewest: () => boolean) {
    this.#scroller = scroller;
    this.#reachesNewest = reachesNewest;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /**
   * Whether the height has changed. The browser may have scrolled then, for example after something large at
   * the end shrank; `restorePositions` is about to be called.
   */
  get #isResized(): boolean {
    return this.#scroller.clientHeight !== this.#height;
  }

  /** Whether the end of the content is visible. */
  get isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    return scrollTop + clientHeight >= scrollHeight - AT_END_PIXELS;
  }

  get #isAtNewest(): boolean {
    return this.isAtEnd && this.#reachesNewest();
  }

  /** The distance of a row from the top of the visible area. */
  offsetOf(row: Element): number {
    return row.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
  }

  /** Its position within the content, independent of scrolling. */
  #topOf(row: Element): number {
    return this.offsetOf(row) + this.#scroller.scrollTop;
  }

  /** The rows, in order. */
  get rows(): HTMLElement[] {
    return [...this.#scroller.querySelectorAll<HTMLElement>('[data-id]')];
  }

  /** The first row whose end is below a line of the visible area. */
  rowAt(line: number, rows: readonly HTMLElement[] = this.rows): HTMLElement | undefined {
    const top = this.#scroller.getBoundingClientRect().top + line;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = rows[middle];
      if (row && row.getBoundingClientRect().bottom <= top) low = middle + 1;
      else high = middle;
    }
    return rows[low] ?? rows.at(-1);
  }

  /** Called after a scroll event. */
  onScroll(): void {
    if (this.#isResized) return;
    this.#scrollTopBefore = undefined;
    if (Math.abs(this.#scroller.scrollTop - this.#lastScrollTop) > 1) {
      this.#isFollowing = this.#isAtNewest;
      this.#placedRow = undefined;
      this.#pendingPlacement = undefined;
    }
    this.#lastScrollTop = this.#scroller.scrollTop;
    this.recordRows();
  }

  /** Records the positions of the rows, a screen above and below the visible area. */
  recordRows(): void {
    const { clientHeight: height, scrollTop } = this.#scroller;
    const { rows } = this;
    const first = this.rowAt(-height, rows);
    const before = scrollTop - this.#scroller.getBoundingClientRect().top;
    const boxes: RowBox[] = [];
    for (let index = first ? rows.indexOf(first) : rows.length; index < rows.length; index += 1) {
      const row = rows[index];
      if (!row) break;
      const box = row.getBoundingClientRect();
      const top = box.top + before;
      boxes.push({ row, top, end: top + box.height });
      if (top > scrollTop + 2 * height) break;
    }
    this.#rowBoxes = boxes;
    this.#height = height;
  }

  /** The row to keep in place: the placed or focused one if it is visible, otherwise the one in the middle. */
  #anchorAt(scrollTop: number): RowBox | undefined {
    const { clientHeight: height } = this.#scroller;
    const connected = this.#rowBoxes.filter(({ row }) => row.isConnected);
    const isSeen = ({ top }: RowBox) => top >= scrollTop && top < scrollTop + height;
    const chosen = connected.find(({ row }) =>
      this.#placedRow ? row === this.#placedRow : row.contains(document.activeElement),
    );
    if (chosen && isSeen(chosen)) return chosen;
    return connected.find(({ end }) => end > scrollTop + height / 2) ?? connected.at(-1);
  }

  /** The row with the field that has the focus, in which a message is edited; it stays where it is. */
  #editedRow(): RowBox | undefined {
    const { activeElement } = document;
    if (!activeElement?.matches('textarea')) return undefined;
    return this.#rowBoxes.find(({ row }) => row.isConnected && row.contains(activeElement));
  }

  /** Scrolls as little as needed to show the end of a row, or its beginning if it does not fit. */
  #showEnd(row: HTMLElement): void {
    const top = this.offsetOf(row);
    const hidden = top + row.offsetHeight - this.#scroller.clientHeight;
    const by = top < 0 ? top : Math.min(top, Math.max(0, hidden));
    if (Math.abs(by) >= 0.5) this.#scrollTo(this.#scroller.scrollTop + by);
  }

  /** Stops following after the user scrolled away from the end, even before the scroll event. */
  #detectScrolling(): void {
    if (this.#isResized) return;
    if (Math.abs(this.#scroller.scrollTop - this.#lastScrollTop) <= 1) return;
    this.#pendingPlacement = undefined;
    if (!this.isAtEnd) this.#isFollowing = false;
  }

  /** Call before the rows change, the earlier the better: what is changed before makes reading positions slow. */
  willChange(): void {
    if (this.#scrollTopBefore !== undefined) return;
    this.#detectScrolling();
    this.#scrollTopBefore = this.#scroller.scrollTop;
    this.#lastScrollTop = this.#scrollTopBefore;
  }

  /** Restores the positions after something changed its size. */
  restorePositions(firstUnread: HTMLElement | undefined): void {
    if (this.#scrollTopBefore === undefined) this.#detectScrolling();
    if (this.#pendingPlacement?.row.isConnected) {
      this.show(this.#pendingPlacement.row, this.#pendingPlacement.at);
      return;
    }
    const before = this.#scrollTopBefore ?? this.#scroller.scrollTop;
    this.#scrollTopBefore = undefined;
    const edited = this.#editedRow();
    const anchor = edited ?? (this.#isFollowing ? undefined : this.#anchorAt(before));
    if (anchor) {
      const target = before + this.#topOf(anchor.row) - anchor.top;
      if (Math.abs(target - this.#scroller.scrollTop) >= 0.5) this.#scrollTo(target);
      if (edited) this.#showEnd(edited.row);
    } else if (this.#isFollowing) {
      this.#toEnd(firstUnread);
    }
    this.recordRows();
  }

  #toEnd(firstUnread: HTMLElement | undefined): void {
    const { scrollHeight, clientHeight } = this.#scroller;
    const end = scrollHeight - clientHeight;
    this.#scrollTo(firstUnread ? Math.min(end, this.#topOf(firstUnread) - AT_END_PIXELS) : end);
  }

  #scrollTo(top: number): void {
    this.#scrollTopBefore = undefined;
    this.#scroller.scrollTop = top;
    this.#lastScrollTop = this.#scroller.scrollTop;
  }

  /** Scrolls to the end and follows it. */
  end(): void {
    this.#isFollowing = true;
    this.#placedRow = undefined;
    this.#pendingPlacement = undefined;
    this.#scrollTo(this.#scroller.scrollHeight);
    this.recordRows();
  }

  /** Places a row, and again as more is loaded below it, until it fits or the user scrolls. */
  show(row: HTMLElement, at: RowPosition): void {
    const height = this.#scroller.clientHeight;
    const offset =
      at === 'middle'
        ? Math.max(0, (height - row.offsetHeight) / 2)
        : at === 'unread'
          ? height * UNREAD_FRACTION
          : at === 'start'
            ? this.#topOf(row)
            : at;
    const target = this.#topOf(row) - offset;
    this.#scrollTo(target);
    const isShort = target > this.#scroller.scrollTop + 1;
    this.#pendingPlacement = isShort && !this.#reachesNewest() ? { row, at } : undefined;
    this.#isFollowing = this.#isAtNewest;
    this.#placedRow = row;
    this.recordRows();
  }

  /** Scrolls as little as needed to make a row visible. */
  reveal(row: HTMLElement): void {
    const height = this.#scroller.clientHeight;
    const top = this.offsetOf(row);
    const end = top + row.offsetHeight;
    const margin = Math.min(48, height / 4);
    if (top < margin) this.by(top - margin);
    else if (end > height - 8) this.by(Math.min(top - margin, end - height + 8));
  }

  by(pixels: number): void {
    this.#scroller.scrollTop += pixels;
    this.#placedRow = undefined;
    this.#pendingPlacement = undefined;
    this.#isFollowing = this.#isAtNewest;
    this.#lastScrollTop = this.#scroller.scrollTop;
    this.recordRows();
  }

  /** The rows whose end is visible. */
  visibleRows(): HTMLElement[] {
    const height = this.#scroller.clientHeight;
    const { rows } = this;
    const first = this.rowAt(0, rows);
    const found: HTMLElement[] = [];
    for (let index = first ? rows.indexOf(first) : rows.length; index < rows.length; index += 1) {
      const row = rows[index];
      if (!row) break;
      const end = this.offsetOf(row) + row.offsetHeight;
      if (end > height + 2) break;
      if (end > 0) found.push(row);
    }
    return found;
  }
}
