// The feed's scrolling in the document: where it begins, what is loaded as one comes near an end, what was in sight long
// enough to be read, and what one reads kept where it is while everything around it changes.

import { readMarksOf, sayRead } from '../data/flag-changes.ts';
import type { Organization } from '../data/organization.ts';
import type { FeedController } from './feed-controller.ts';
import { ScrollPlace } from './scroll-place.ts';
import { Seen } from './seen.ts';

/** So near to an end of what is in the document, more comes into it. */
const NEAR_PIXELS = 1600;
/** Who follows the newest messages scrolls nowhere yet. */
const NEAR_AT_END_PIXELS = 600;
const LOOK_MILLISECONDS = 150;
/** Who leaves a view so soon is asked whether it was read. */
const SOON_MILLISECONDS = 5000;

export interface FeedScrollerOptions {
  readonly scroller: HTMLElement;
  readonly controller: FeedController;
  readonly organization: Organization;
  readonly isReading: boolean;
}

export class FeedScroller {
  readonly place: ScrollPlace;
  readonly #scroller: HTMLElement;
  readonly #controller: FeedController;
  readonly #organization: Organization;
  readonly #isReading: boolean;
  readonly #seen = new Seen();
  readonly #gone = new AbortController();
  readonly #sizes = new ResizeObserver(() => this.#keep());
  readonly #changes = new MutationObserver(() => this.#keep());
  #placed = 0;
  readonly #openedAt = performance.now();
  /** What has been read: who marks it as unread in this view goes on looking at it, and does not read it again. */
  readonly #everRead = new Set<number>();
  /** What was marked as read here. */
  readonly #read = new Set<number>();
  /** What is to have the focus when it is there. */
  #wanted: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ scroller, controller, organization, isReading }: FeedScrollerOptions) {
    this.#scroller = scroller;
    this.#controller = controller;
    this.#organization = organization;
    this.#isReading = isReading;
    this.place = new ScrollPlace(scroller, () => controller.reachesNewest);
    const options = { passive: true, signal: this.#gone.signal };
    scroller.addEventListener('scroll', () => this.#scrolled(), options);
    addEventListener('focus', () => this.#look(), options);
    document.addEventListener('visibilitychange', () => this.#look(), options);
    this.#sizes.observe(scroller);
    for (const part of scroller.querySelectorAll('.feed-rows, .feed-after')) {
      this.#sizes.observe(part);
      // Before anything else happens, not just before it is painted.
      this.#changes.observe(part, { childList: true, subtree: true });
    }
    this.#place();
  }

  close(): void {
    this.#gone.abort();
    this.#sizes.disconnect();
    this.#changes.disconnect();
    clearTimeout(this.#timer);
    // Who only passed by has perhaps not read it.
    sayRead(this.#organization, this.takeRead());
  }

  /** What was marked as read here a moment ago; leaving the view says no more of it. */
  takeRead(): readonly number[] {
    const taken = performance.now() - this.#openedAt < SOON_MILLISECONDS ? [...this.#read] : [];
    this.#read.clear();
    return taken;
  }

  /** The rows were rendered. */
  rendered(): void {
    if (this.#controller.status !== 'open') return;
    if (this.#placed !== this.#controller.placing) this.#place();
    else this.#keep();
    // What was rendered has its place by now.
    this.#changes.takeRecords();
    this.#focusWanted();
    this.#number();
    for (const { id, flags } of this.#controller.messages) if (flags.includes('read')) this.#everRead.add(id);
    this.#letGo();
    this.#look();
  }

  /** What was let go of, as one followed the newest for hours, is not come back to. */
  #letGo(): void {
    const { ids } = this.#controller.range;
    if (this.#everRead.size <= 2 * ids.length) return;
    const held = new Set(ids);
    for (const id of this.#everRead) if (!held.has(id)) this.#everRead.delete(id);
  }

  #place(): void {
    const { start, placing, status } = this.#controller;
    if (status !== 'open') return;
    this.#placed = placing;
    const row = start.kind === 'message' ? this.row(start.id) : undefined;
    if (start.kind === 'message' && row) this.place.show(row, start.at);
    else this.place.end();
    this.#ended();
  }

  row(id: number): HTMLElement | undefined {
    return this.#scroller.querySelector<HTMLElement>(`[data-id="${id}"]`) ?? undefined;
  }

  #keep(): void {
    if (this.#placed === 0) return;
    const { firstUnread, messages } = this.#controller;
    const isUnread =
      firstUnread !== undefined &&
      messages.some(({ id, flags }) => id >= firstUnread && !flags.includes('read'));
    this.place.keep(isUnread ? this.row(firstUnread) : undefined);
    this.#ended();
  }

  /** A place within the whole, for assistive technology; set here since every row has another one after a page came. */
  #number(): void {
    for (const [index, row] of this.place.rows.entries()) {
      if (row.ariaPosInSet === String(index + 1)) continue;
      row.ariaPosInSet = String(index + 1);
      row.ariaSetSize = '-1';
    }
  }

  #scrolled(): void {
    this.place.scrolled();
    this.#ended();
    this.checkEdges();
    this.#look();
  }

  #ended(): void {
    this.#controller.endSeen(this.place.isAtEnd);
    const row = this.place.rowAt(1);
    if (row) this.#controller.leave(Number(row.dataset.id), this.place.offsetOf(row));
  }

  /** Takes more rows in where an end is near. */
  checkEdges(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    const near = this.place.isFollowing ? NEAR_AT_END_PIXELS : NEAR_PIXELS;
    if (scrollTop < near && !this.#controller.reachesOldest) this.#controller.more('older');
    if (scrollHeight - scrollTop - clientHeight < NEAR_PIXELS && !this.#controller.reachesNewest) {
      this.#controller.more('newer');
    }
  }

  /** Notes what is in sight, and marks as read what was for long enough. */
  #look(): void {
    clearTimeout(this.#timer);
    if (!this.#isReading || document.visibilityState !== 'visible' || !document.hasFocus()) {
      this.#seen.forget();
      return;
    }
    const { store } = this.#organization.messages;
    const ids = this.place.seen().map(({ dataset }) => Number(dataset.id));
    const unread = ids.filter(
      (id) => !this.#everRead.has(id) && store.get(id)?.flags.includes('read') === false,
    );
    const now = performance.now();
    const long = this.#seen.look(unread, now);
    if (long.length > 0) {
      for (const id of long) this.#everRead.add(id);
      readMarksOf(this.#organization).read(long);
      if (now - this.#openedAt < SOON_MILLISECONDS) for (const id of long) this.#read.add(id);
    }
    if (this.#seen.isWaiting(now)) this.#timer = setTimeout(() => this.#look(), LOOK_MILLISECONDS);
  }

  /** Chooses a message and gives it the focus. */
  focus(id: number): void {
    const row = this.row(id);
    if (!row) return;
    this.place.reveal(row);
    row.focus({ preventScroll: true });
  }

  /** The same for one that is about to be rendered. */
  focusWhenThere(id: number | undefined): void {
    this.#wanted = id;
    this.#focusWanted();
  }

  #focusWanted(): void {
    if (this.#wanted === undefined || this.#placed !== this.#controller.placing) return;
    const row = this.row(this.#wanted);
    if (!row) return;
    this.#wanted = undefined;
    row.focus({ preventScroll: true });
  }

  /** A page up or down; the first message that is wholly in sight is chosen. */
  page(direction: 1 | -1): void {
    this.place.by(direction * this.#scroller.clientHeight * 0.85);
    const row = this.place.rowAt(direction === 1 ? 40 : this.#scroller.clientHeight * 0.25);
    row?.focus({ preventScroll: true });
  }
}
