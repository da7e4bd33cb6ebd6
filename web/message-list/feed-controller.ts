// The logic of a feed without the DOM: which messages are shown, which is selected, where the unread ones
// begin, and what is fetched while scrolling.

import { ParleyError } from '../../client/parley-error.ts';
import { Emitter } from '../lib/emitter.ts';
import type { Message } from '../store/message.ts';
import type { Anchor, MessageList } from '../store/message-list.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Range } from '../store/ranges.ts';
import {
  idsInWindow,
  slideWindow,
  trimWindow,
  type Window,
  windowAround,
  windowAtEnd,
} from './feed-window.ts';
import { Refetcher } from './refetcher.ts';
import { type StartPosition, startPosition } from './start-position.ts';
import { UnreadLine } from './unread-line.ts';

export interface FeedOptions {
  readonly list: MessageList;
  readonly store: MessageStore;
  /** The message named by the address. */
  readonly near: number | undefined;
  /** Whether messages are only looked up: the feed starts at the newest and has no line for unread messages. */
  readonly isLookup?: boolean;
  /** The position at which the view was left. */
  readonly leftAt: StartPosition | undefined;
}

const EMPTY: Range = { ids: [], reachesOldest: true, reachesNewest: true };
/** Fetches more when this many rows or fewer are left before the end of the fetched range. */
const PREFETCH_ROWS = 80;

export class FeedController {
  readonly #list: MessageList;
  readonly #store: MessageStore;
  readonly #near: number | undefined;
  readonly #first: 'newest' | 'first_unread';
  readonly #notices = new Emitter<'feed'>();
  readonly #fetching = new Set<'older' | 'newer'>();
  readonly #stop: () => void;
  #window: Window = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  #status: 'opening' | 'open' | 'failed' = 'opening';
  #error: unknown;
  #isRetryable = false;
  /** An id within the displayed range. */
  #rangeId: number = Number.POSITIVE_INFINITY;
  #start: StartPosition = { kind: 'end' };
  /** The last id of the range at the last update. */
  #newest: number | undefined;
  /** Increases when the view must be positioned again. */
  #placementVersion = 0;
  #version = 0;
  #selected: number | undefined;
  readonly #line: UnreadLine;
  /** Set only for lookups, since only the server knows whether a new message belongs to a search. */
  readonly #refetcher: Refetcher | undefined;
  #isClosed = false;
  #isEndVisible = true;
  #leftPosition: { readonly id: number; readonly offset: number } | undefined;

  constructor({ list, store, near, leftAt, isLookup = false }: FeedOptions) {
    this.#list = list;
    this.#store = store;
    this.#near = near;
    this.#first = isLookup ? 'newest' : 'first_unread';
    this.#line = new UnreadLine((id) => store.get(id)?.flags.includes('read') === false, isLookup);
    if (isLookup) this.#refetcher = new Refetcher(() => this.#fetchAhead('newer'));
    this.#stop = list.listen(() => this.#listChanged());
    if (near !== undefined) void this.toMessage(near);
    else if (leftAt) this.#goTo(leftAt);
    else void this.#open(this.#first);
  }

  close(): void {
    this.#isClosed = true;
    this.#refetcher?.close();
    this.#stop();
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('feed', listener);
  }

  /** Whether the narrow is a text search, with its matches highlighted. */
  get isSearch(): boolean {
    return this.#list.narrow.some(({ operator, isNegated }) => operator === 'search' && !isNegated);
  }

  /** A message as displayed in this feed. */
  readonly displayed = (message: Message): Message =>
    this.isSearch ? this.#list.highlights.withHighlights(message) : message;

  get version(): number {
    return this.#version;
  }

  get status(): 'opening' | 'open' | 'failed' {
    return this.#status;
  }

  /** The error of a failed load. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether it failed to load, but may load later. */
  get isRetryable(): boolean {
    return this.#status === 'failed' && this.#isRetryable;
  }

  get start(): StartPosition {
    return this.#start;
  }

  get placementVersion(): number {
    return this.#placementVersion;
  }

  get selected(): number | undefined {
    return this.#selected;
  }

  /** The message that keys act on: the selected one if it is shown, else the last one. */
  get current(): Message | undefined {
    const { messages } = this;
    return messages.find(({ id }) => id === this.#selected) ?? messages.at(-1);
  }

  /** The message above which the unread line is drawn; it stays while the view is open. */
  get firstUnread(): number | undefined {
    return this.#line.first;
  }

  get isFetching(): boolean {
    return this.#status === 'opening' || this.#fetching.size > 0;
  }

  /** The whole range that the window is part of. */
  get range(): Range {
    return this.#list.ranges.around(this.#rangeId) ?? EMPTY;
  }

  /** The ids in the document. */
  get ids(): readonly number[] {
    return this.#status === 'open' ? idsInWindow(this.range.ids, this.#window) : [];
  }

  get messages(): readonly Message[] {
    return this.ids.flatMap((id) => this.#store.get(id) ?? []);
  }

  get reachesOldest(): boolean {
    const { ids, reachesOldest } = this.range;
    return reachesOldest && (ids[0] === undefined || this.#window.from <= ids[0]);
  }

  /** Whether the newest message of the narrow is in the document. */
  get reachesNewest(): boolean {
    const { ids, reachesNewest } = this.range;
    return reachesNewest && this.#window.to >= (ids.at(-1) ?? 0);
  }

  select(id: number): void {
    if (this.#selected === id) return;
    this.#selected = id;
    this.#notifyChange();
  }

  /** Extends the rows in a direction, fetching messages if needed. */
  extend(direction: 'older' | 'newer'): void {
    if (this.#status !== 'open') return;
    const { range } = this;
    const next = slideWindow(range.ids, this.#window, direction);
    if (next !== this.#window) {
      this.#window = next;
      this.#notifyChange();
    }
    this.#fetchAhead(direction);
  }

  /** Shows the end, skipping unread messages. */
  async toNewest(): Promise<void> {
    this.#line.disable();
    const { newest } = this.#list.ranges;
    if (newest) this.#goTo({ kind: 'end' });
    else await this.#open('newest');
  }

  /** Shows the end like `toNewest`, but only if the newest messages are loaded; fetches nothing. */
  toKnownNewest(): void {
    if (this.#status === 'open' && this.#list.ranges.newest) void this.toNewest();
  }

  /** Shows the oldest messages. */
  async toOldest(): Promise<void> {
    const oldest = this.#list.ranges.all.find(({ reachesOldest }) => reachesOldest);
    const [first] = oldest?.ids ?? [];
    if (first !== undefined) this.#goTo({ kind: 'message', id: first, at: 'start' });
    else await this.#open('oldest');
  }

  /** Shows a message in the middle and selects it. */
  async toMessage(id: number): Promise<void> {
    this.#selected = id;
    if (this.#list.ranges.around(id)?.ids.includes(id)) this.#goTo({ kind: 'message', id, at: 'middle' });
    else await this.#open(id);
  }

  async retry(): Promise<void> {
    await this.#open(this.#near ?? this.#first);
  }

  /** The message before or after the selected one. */
  adjacent(step: 1 | -1): number | undefined {
    const { ids } = this;
    const index = this.#selected === undefined ? -1 : ids.indexOf(this.#selected);
    return index < 0 ? ids.at(-1) : ids[index + step];
  }

  /** Selects the first or the last message shown. */
  selectEdge(edge: 'first' | 'last'): void {
    const id = edge === 'first' ? this.ids[0] : this.ids.at(-1);
    if (id !== undefined) this.select(id);
  }

  /**
   * How many messages from the line on were unread when they arrived, and whether more exist that were not
   * fetched.
   */
  get unreadBelowLine(): { readonly count: number; readonly isMore: boolean } {
    return { count: this.#line.count, isMore: !this.range.reachesNewest };
  }

  /** Sets whether the end of the newest message is visible; called by the scroller. */
  setEndVisible(isEndOfRows: boolean): void {
    const isVisible = isEndOfRows && this.reachesNewest;
    if (isVisible === this.#isEndVisible) return;
    this.#isEndVisible = isVisible;
    this.#notifyChange();
  }

  get isEndVisible(): boolean {
    return this.#isEndVisible;
  }

  /** Remembers the position, for when the view is opened again. */
  rememberPosition(id: number, offset: number): void {
    this.#leftPosition = { id, offset };
  }

  /** The position at which the view was left. */
  get left(): StartPosition | undefined {
    if (this.#status !== 'open' || this.#isEndVisible || !this.#leftPosition) return undefined;
    return { kind: 'message', id: this.#leftPosition.id, at: this.#leftPosition.offset };
  }

  #goTo(start: StartPosition): void {
    const range = start.kind === 'end' ? this.#list.ranges.newest : this.#list.ranges.around(start.id);
    if (!range) {
      void this.#open(start.kind === 'end' ? 'newest' : start.id, start);
      return;
    }
    this.#show(range, start);
  }

  #show(range: Range, start: StartPosition): void {
    this.#status = 'open';
    this.#start = start;
    this.#placementVersion += 1;
    this.#rangeId = start.kind === 'message' ? start.id : (range.ids.at(-1) ?? Number.POSITIVE_INFINITY);
    this.#window = start.kind === 'message' ? windowAround(range.ids, start.id) : windowAtEnd(range.ids);
    this.#newest = range.ids.at(-1);
    this.#line.draw(range);
    this.#line.countArrived(range);
    this.#notifyChange();
    this.#fetchAhead('older');
    this.#fetchAhead('newer');
  }

  async #open(anchor: Anchor, start?: StartPosition): Promise<void> {
    this.#status = 'opening';
    this.#notifyChange();
    try {
      const page = await this.#list.open(anchor);
      if (this.#isClosed) return;
      if (!page) return void this.#open(anchor, start);
      const at = typeof anchor === 'number' ? anchor : page.anchor;
      const range = this.#list.ranges.around(at) ?? this.#list.ranges.newest ?? EMPTY;
      this.#show(range, start ?? startPosition(anchor, page.anchor, range));
    } catch (error) {
      if (this.#isClosed) return;
      this.#status = 'failed';
      this.#error = error;
      this.#isRetryable = error instanceof ParleyError && error.isTemporary;
      this.#notifyChange();
    }
  }

  /** Fetches more if an end is near. Returns false if a fetch in that direction is running. */
  #fetchAhead(direction: 'older' | 'newer'): boolean {
    const { range } = this;
    const shownIds = this.ids;
    const edge = direction === 'older' ? shownIds[0] : shownIds.at(-1);
    const remaining =
      direction === 'older'
        ? range.ids.indexOf(edge ?? 0)
        : range.ids.length - 1 - range.ids.lastIndexOf(edge ?? 0);
    const isDone = direction === 'older' ? range.reachesOldest : range.reachesNewest;
    if (this.#fetching.has(direction)) return false;
    if (isDone || remaining > PREFETCH_ROWS) return true;
    this.#fetching.add(direction);
    const load = direction === 'older' ? this.#list.loadOlder(range) : this.#list.loadNewer(range);
    void load
      // After a failure, further scrolling tries again.
      .catch(() => undefined)
      .then(() => {
        this.#fetching.delete(direction);
        if (!this.#isClosed) this.#notifyChange();
      });
    return true;
  }

  #listChanged(): void {
    if (this.#status !== 'open') return;
    const range = this.#list.ranges.around(this.#rangeId);
    // The range was forgotten or removed: fetched again at the same position.
    if (!range) {
      const [first] = this.#list.ranges.all;
      if (first) this.#show(first, { kind: 'end' });
      else
        void this.#open(this.#rangeId === Number.POSITIVE_INFINITY ? 'newest' : this.#rangeId, this.#start);
      return;
    }
    this.#window = trimWindow(range.ids, this.#window, this.#isEndVisible, this.#newest);
    this.#newest = range.ids.at(-1);
    this.#line.countArrived(range);
    this.#trim(range);
    if (this.#window.to === Number.POSITIVE_INFINITY && !range.reachesNewest) this.#followNewest();
    this.#notifyChange();
  }

  /** Drops old messages while following the newest, so that memory does not grow over hours. */
  #trim({ ids, reachesNewest }: Range): void {
    if (!reachesNewest || !this.#isEndVisible || this.#window.to !== Number.POSITIVE_INFINITY) return;
    this.#rangeId = ids.at(-1) ?? this.#rangeId;
    this.#list.trimToNewest();
  }

  #followNewest(): void {
    if (this.#refetcher) this.#refetcher.request();
    else this.#fetchAhead('newer');
  }

  #notifyChange(): void {
    this.#version += 1;
    this.#notices.emit('feed');
  }
}
