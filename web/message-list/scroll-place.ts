// Keeps what one reads where it is, whatever is loaded, dropped, edited or grows above it: by itself, since not every
// browser does. Who is at the end stays there, but never past the first message that was not read.

const AT_END_PIXELS = 8;
/** Of the height, from the top, where the first unread message is put. */
const UNREAD_PLACE = 0.25;

/** A row and where it was within the content. */
interface Placed {
  readonly row: HTMLElement;
  readonly top: number;
  readonly end: number;
}

/** Where a row is put: in the middle, where unread messages begin, or at a distance from the top. */
type RowPlace = 'middle' | 'unread' | number;

export class ScrollPlace {
  readonly #scroller: HTMLElement;
  /** Whether the newest message is in the document: the end of anything else is not followed. */
  readonly #reachesNewest: () => boolean;
  /**
   * The rows around what is seen, as they were when it last stood still. Scrolling is told a moment later than it happens,
   * so which of them one reads is only found out when something has changed.
   */
  #placed: readonly Placed[] = [];
  /** What was put in its place, until the person scrolls. */
  #shown: HTMLElement | undefined;
  /** What could not be put where it belongs so far, since too little stands below it yet. */
  #owed: { readonly row: HTMLElement; readonly at: RowPlace } | undefined;
  #isFollowing = false;
  /** Where it was last put, to know one's own scrolling from a person's. */
  #put = -1;
  /** How much of the content could be seen when it was last put or looked at. */
  #height = 0;
  #before: number | undefined;

  constructor(scroller: HTMLElement, reachesNewest: () => boolean) {
    this.#scroller = scroller;
    this.#reachesNewest = reachesNewest;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Then the browser has perhaps scrolled, as what was larger for a moment ends at the end; `keep` is about to be asked. */
  get #isResized(): boolean {
    return this.#scroller.clientHeight !== this.#height;
  }

  /** The end of the content is in sight. */
  get isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    return scrollTop + clientHeight >= scrollHeight - AT_END_PIXELS;
  }

  get #isAtNewest(): boolean {
    return this.isAtEnd && this.#reachesNewest();
  }

  /** The distance of a row from the top of what is seen. */
  offsetOf(row: Element): number {
    return row.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
  }

  /** Within the content, however far it is scrolled. */
  #topOf(row: Element): number {
    return this.offsetOf(row) + this.#scroller.scrollTop;
  }

  /** The rows, in order. */
  get rows(): HTMLElement[] {
    return [...this.#scroller.querySelectorAll<HTMLElement>('[data-id]')];
  }

  /** The first row whose end is below a line of what is seen. */
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

  /** The person scrolled. */
  scrolled(): void {
    if (this.#isResized) return;
    if (Math.abs(this.#scroller.scrollTop - this.#put) > 1) {
      this.#isFollowing = this.#isAtNewest;
      this.#shown = undefined;
      this.#owed = undefined;
    }
    this.#put = this.#scroller.scrollTop;
    this.pick();
  }

  /** Notes where the rows are, a screen above and below what is seen. */
  pick(): void {
    const { clientHeight: height, scrollTop } = this.#scroller;
    const { rows } = this;
    const first = this.rowAt(-height, rows);
    const before = scrollTop - this.#scroller.getBoundingClientRect().top;
    const placed: Placed[] = [];
    for (let index = first ? rows.indexOf(first) : rows.length; index < rows.length; index += 1) {
      const row = rows[index];
      if (!row) break;
      const box = row.getBoundingClientRect();
      const top = box.top + before;
      placed.push({ row, top, end: top + box.height });
      if (top > scrollTop + 2 * height) break;
    }
    this.#placed = placed;
    this.#height = height;
  }

  /**
   * The row that one is likely to look at: the one that was shown or has the focus where it is in sight, else the one in
   * the middle.
   */
  #anchorAt(scrollTop: number): Placed | undefined {
    const { clientHeight: height } = this.#scroller;
    const there = this.#placed.filter(({ row }) => row.isConnected);
    const isSeen = ({ top }: Placed) => top >= scrollTop && top < scrollTop + height;
    const chosen = there.find(({ row }) => row === (this.#shown ?? document.activeElement));
    if (chosen && isSeen(chosen)) return chosen;
    return there.find(({ end }) => end > scrollTop + height / 2) ?? there.at(-1);
  }

  /** Whoever has scrolled away from the end does not stay there, also before the browser tells of it. */
  #noticeScrolling(): void {
    if (this.#isResized) return;
    if (Math.abs(this.#scroller.scrollTop - this.#put) <= 1) return;
    this.#owed = undefined;
    if (!this.isAtEnd) this.#isFollowing = false;
  }

  /** The rows are about to change. */
  willChange(): void {
    this.#noticeScrolling();
    this.#before = this.#scroller.scrollTop;
    this.#put = this.#before;
  }

  /** Something changed its size: what one reads goes back to where it was. */
  keep(firstUnread: HTMLElement | undefined): void {
    if (this.#before === undefined) this.#noticeScrolling();
    if (this.#owed?.row.isConnected) {
      this.show(this.#owed.row, this.#owed.at);
      return;
    }
    const before = this.#before ?? this.#scroller.scrollTop;
    this.#before = undefined;
    const anchor = this.#isFollowing ? undefined : this.#anchorAt(before);
    if (this.#isFollowing) {
      this.#toEnd(firstUnread);
    } else if (anchor) {
      const wanted = before + this.#topOf(anchor.row) - anchor.top;
      if (Math.abs(wanted - this.#scroller.scrollTop) >= 0.5) this.#scrollTo(wanted);
    }
    this.pick();
  }

  #toEnd(firstUnread: HTMLElement | undefined): void {
    const { scrollHeight, clientHeight } = this.#scroller;
    const end = scrollHeight - clientHeight;
    this.#scrollTo(firstUnread ? Math.min(end, this.#topOf(firstUnread) - AT_END_PIXELS) : end);
  }

  #scrollTo(top: number): void {
    this.#before = undefined;
    this.#scroller.scrollTop = top;
    this.#put = this.#scroller.scrollTop;
  }

  /** Shows the end and stays there. */
  end(): void {
    this.#isFollowing = true;
    this.#shown = undefined;
    this.#owed = undefined;
    this.#scrollTo(this.#scroller.scrollHeight);
    this.pick();
  }

  /** Puts a row somewhere, and again as more comes below it, until it is there or the person scrolls. */
  show(row: HTMLElement, at: RowPlace): void {
    const height = this.#scroller.clientHeight;
    const offset =
      at === 'middle'
        ? Math.max(0, (height - row.offsetHeight) / 2)
        : at === 'unread'
          ? height * UNREAD_PLACE
          : at;
    const wanted = this.#topOf(row) - offset;
    this.#scrollTo(wanted);
    const isShort = wanted > this.#scroller.scrollTop + 1;
    this.#owed = isShort && !this.#reachesNewest() ? { row, at } : undefined;
    this.#isFollowing = this.#isAtNewest;
    this.#shown = row;
    this.pick();
  }

  /** Scrolls as little as needed for a row to be seen. */
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
    this.#shown = undefined;
    this.#owed = undefined;
    this.#isFollowing = this.#isAtNewest;
    this.#put = this.#scroller.scrollTop;
    this.pick();
  }

  /** The rows whose end is in sight. */
  seen(): HTMLElement[] {
    const height = this.#scroller.clientHeight;
    const { rows } = this;
    const first = this.rowAt(0, rows);
    const found: HTMLElement[] = [];
    for (let place = first ? rows.indexOf(first) : rows.length; place < rows.length; place += 1) {
      const row = rows[place];
      if (!row) break;
      const end = this.offsetOf(row) + row.offsetHeight;
      if (end > height + 2) break;
      if (end > 0) found.push(row);
    }
    return found;
  }
}
