// The scrolling of a feed in the DOM: its start position, loading near the ends, marking visible messages as
// read, and keeping the visible messages in place while everything around them changes.

import { readMarksOf } from '../data/flag-changes.ts';
import type { Organization } from '../data/organization.ts';
import type { FeedController } from './feed-controller.ts';
import { ScrollAnchor } from './scroll-anchor.ts';
import { VisibleMessages } from './visible-messages.ts';

/** More rows are added when the end of the rows is this near. */
const NEAR_PIXELS = 1600;
/** Smaller while following the newest messages, when nothing is being scrolled. */
const NEAR_AT_END_PIXELS = 600;
const CHECK_MILLISECONDS = 150;
/** Messages read within this time after opening become unread again if marking all as read is undone. */
const SOON_MILLISECONDS = 5000;

export interface FeedScrollerOptions {
  readonly scroller: HTMLElement;
  readonly controller: FeedController;
  readonly organization: Organization;
}

export class FeedScroller {
  readonly anchor: ScrollAnchor;
  readonly #scroller: HTMLElement;
  readonly #controller: FeedController;
  readonly #organization: Organization;
  /** Whether visible messages are marked as read; the person's setting may change while the view is open. */
  #isReading = false;
  readonly #visibleMessages = new VisibleMessages();
  readonly #closing = new AbortController();
  readonly #sizes = new ResizeObserver(() => this.#restorePositions());
  readonly #changes = new MutationObserver(() => this.#restorePositions());
  readonly #stop: () => void;
  #placedVersion = 0;
  readonly #openedAt = performance.now();
  /** All messages that were read. One marked as unread in this view stays unread, although it is visible. */
  readonly #everRead = new Set<number>();
  /** The messages marked as read by this view. */
  readonly #read = new Set<number>();
  /** The message to focus once it is rendered. */
  #idToFocus: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The frame before which the rows get their first position. */
  #firstFrame: number | undefined;

  constructor({ scroller, controller, organization }: FeedScrollerOptions) {
    this.#scroller = scroller;
    this.#controller = controller;
    this.#organization = organization;
    this.anchor = new ScrollAnchor(scroller, () => controller.reachesNewest);
    const options = { passive: true, signal: this.#closing.signal };
    scroller.addEventListener('scroll', () => this.#onScroll(), options);
    addEventListener('focus', () => this.#trackVisible(), options);
    document.addEventListener('visibilitychange', () => this.#trackVisible(), options);
    this.#sizes.observe(scroller);
    for (const part of scroller.querySelectorAll('.feed-rows, .feed-after')) {
      this.#sizes.observe(part);
      // Runs before anything else happens, not just before painting.
      this.#changes.observe(part, { childList: true, subtree: true });
    }
    // The document has not changed yet: reading positions costs no layout.
    this.#stop = controller.listen(() => this.anchor.willChange());
  }

  close(): void {
    this.#stop();
    this.#closing.abort();
    this.#sizes.disconnect();
    this.#changes.disconnect();
    clearTimeout(this.#timer);
    if (this.#firstFrame !== undefined) cancelAnimationFrame(this.#firstFrame);
  }

  /** Returns the messages that were just marked as read here, and forgets them. */
  takeRecentlyRead(): readonly number[] {
    const recent = performance.now() - this.#openedAt < SOON_MILLISECONDS ? [...this.#read] : [];
    this.#read.clear();
    return recent;
  }

  /** Called after the rows were rendered; `isReading` says whether visible messages are marked as read. */
  onRendered(isReading: boolean): void {
    this.#isReading = isReading;
    if (this.#controller.status !== 'open') return;
    // Rendering the rows and laying them out are two tasks; nothing is painted between them.
    if (this.#placedVersion === 0 && document.visibilityState === 'visible')
      this.#firstFrame ??= requestAnimationFrame(() => this.#takePositions());
    else this.#takePositions();
  }

  #takePositions(): void {
    if (this.#placedVersion !== this.#controller.placementVersion) this.#applyStart();
    else this.#restorePositions();
    // The rendered rows are in place already.
    this.#changes.takeRecords();
    this.#focusPending();
    this.#numberRows();
    for (const { id, flags } of this.#controller.messages) if (flags.includes('read')) this.#everRead.add(id);
    this.#forgetDropped();
    this.#trackVisible();
    this.#checkEdges();
  }

  /** Forgets ids that were dropped from the range; they do not come back. */
  #forgetDropped(): void {
    const { ids } = this.#controller.range;
    if (this.#everRead.size <= 2 * ids.length) return;
    const inRange = new Set(ids);
    for (const id of this.#everRead) if (!inRange.has(id)) this.#everRead.delete(id);
  }

  #applyStart(): void {
    const { start, placementVersion, status } = this.#controller;
    if (status !== 'open') return;
    this.#placedVersion = placementVersion;
    const row = start.kind === 'message' ? this.row(start.id) : undefined;
    if (start.kind === 'message' && row) this.anchor.show(row, start.at);
    else this.anchor.end();
    this.#updateEnd();
  }

  row(id: number): HTMLElement | undefined {
    return this.#scroller.querySelector<HTMLElement>(`[data-id="${id}"]`) ?? undefined;
  }

  #restorePositions(): void {
    if (this.#placedVersion === 0) return;
    const { firstUnread, messages } = this.#controller;
    const isUnread =
      firstUnread !== undefined &&
      messages.some(({ id, flags }) => id >= firstUnread && !flags.includes('read'));
    this.anchor.restorePositions(isUnread ? this.row(firstUnread) : undefined);
    this.#updateEnd();
  }

  /** Positions for assistive technology; set here, because a new page shifts every row. */
  #numberRows(): void {
    for (const [index, row] of this.anchor.rows.entries()) {
      if (row.ariaPosInSet === String(index + 1)) continue;
      row.ariaPosInSet = String(index + 1);
      row.ariaSetSize = '-1';
    }
  }

  #onScroll(): void {
    this.anchor.onScroll();
    this.#updateEnd();
    this.#checkEdges();
    this.#trackVisible();
  }

  #updateEnd(): void {
    this.#controller.setEndVisible(this.anchor.isAtEnd);
    const row = this.anchor.rowAt(1);
    if (row) this.#controller.rememberPosition(Number(row.dataset.id), this.anchor.offsetOf(row));
  }

  /** Adds rows if an end is near. */
  #checkEdges(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    const threshold = this.anchor.isFollowing ? NEAR_AT_END_PIXELS : NEAR_PIXELS;
    if (scrollTop < threshold && !this.#controller.reachesOldest) this.#controller.extend('older');
    if (scrollHeight - scrollTop - clientHeight < NEAR_PIXELS && !this.#controller.reachesNewest) {
      this.#controller.extend('newer');
    }
  }

  /** Tracks what is visible, and marks as read what was visible for long enough. */
  #trackVisible(): void {
    clearTimeout(this.#timer);
    if (!this.#isReading || document.visibilityState !== 'visible' || !document.hasFocus()) {
      this.#visibleMessages.forget();
      return;
    }
    const { store } = this.#organization.messages;
    const ids = this.anchor.visibleRows().map(({ dataset }) => Number(dataset.id));
    const unread = ids.filter(
      (id) => !this.#everRead.has(id) && store.get(id)?.flags.includes('read') === false,
    );
    const now = performance.now();
    const read = this.#visibleMessages.update(unread, now);
    if (read.length > 0) {
      for (const id of read) this.#everRead.add(id);
      readMarksOf(this.#organization).read(read);
      if (now - this.#openedAt < SOON_MILLISECONDS) for (const id of read) this.#read.add(id);
    }
    if (this.#visibleMessages.isWaiting(now))
      this.#timer = setTimeout(() => this.#trackVisible(), CHECK_MILLISECONDS);
  }

  /** Scrolls to a message and focuses it. */
  focus(id: number): void {
    const row = this.row(id);
    if (!row) return;
    this.anchor.reveal(row);
    row.focus({ preventScroll: true });
  }

  /** Focuses a message once it is rendered. */
  focusWhenRendered(id: number | undefined): void {
    this.#idToFocus = id;
    this.#focusPending();
  }

  #focusPending(): void {
    if (this.#idToFocus === undefined || this.#placedVersion !== this.#controller.placementVersion) return;
    const row = this.row(this.#idToFocus);
    if (!row) return;
    this.#idToFocus = undefined;
    row.focus({ preventScroll: true });
  }

  /** Scrolls a page up or down; the first fully visible message is selected. */
  page(direction: 1 | -1): void {
    this.anchor.by(direction * this.#scroller.clientHeight * 0.85);
    const row = this.anchor.rowAt(direction === 1 ? 40 : this.#scroller.clientHeight * 0.25);
    row?.focus({ preventScroll: true });
  }
}
