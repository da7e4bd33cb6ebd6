// The fetched messages of one narrow, and fetching more. Changes that happen during a fetch are applied again to its
// result, since the server may have read the page before or after them. Where the result still differs from the
// messages in memory, the result is right: not every change causes an event, for example in channels without a
// subscription.

import { Emitter } from '../lib/emitter.ts';
import { affectedIds, type Message } from './message.ts';
import { type InterimEvents, isOverflowing, type MessageStore } from './message-store.ts';
import type { Narrow } from './narrow.ts';
import { type Range, Ranges } from './ranges.ts';
import { SearchHighlights } from './search-highlights.ts';

export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export interface PageRequest {
  readonly anchor: Anchor;
  readonly before: number;
  readonly after: number;
}

export interface Page {
  readonly messages: readonly Message[];
  readonly anchor: number;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** From the browser's cache, and no newer than what is in memory. */
  readonly isCached?: true;
}

/** Fetches a page from the server. */
export type FetchPage = (narrow: Narrow, request: PageRequest) => Promise<Page>;

type Change = (ranges: Ranges) => Ranges;

/**
 * Applies the messages of a page. Returns how the events during the fetch changed which of them are in the
 * narrow.
 */
export type ApplyPage = (list: MessageList, page: Page, interimEvents: InterimEvents) => Change;

const PAGE_SIZE = 100;
const FIRST_BEFORE = 50;
/** A range that grows by new messages is cut to the first number when it reaches the second. */
const KEPT_AT_END = 400;
const MAX_AT_END = 600;

export class MessageList {
  readonly narrow: Narrow;
  /** The highlights, if the narrow is a search. */
  readonly highlights = new SearchHighlights();
  readonly #store: MessageStore;
  readonly #fetch: FetchPage;
  readonly #applyPage: ApplyPage;
  readonly #notices = new Emitter<'changed'>();
  readonly #fetches = new Map<string, Promise<Page | undefined>>();
  #ranges = Ranges.none;
  /** Changes of the ranges since the oldest running fetch began. */
  #changes: Change[] = [];
  /** Counts resets: a page requested before the last one is discarded. */
  #generation = 0;

  constructor(narrow: Narrow, store: MessageStore, fetch: FetchPage, applyPage: ApplyPage) {
    this.narrow = narrow;
    this.#store = store;
    this.#fetch = fetch;
    this.#applyPage = applyPage;
  }

  get ranges(): Ranges {
    return this.#ranges;
  }

  /** Calls the listener after the ranges changed. Returns a function that removes it. */
  listen(listener: () => void): () => void {
    return this.#notices.listen('changed', listener);
  }

  /** Changes the ranges, and the results of running fetches. */
  change(change: Change): void {
    if (this.#fetches.size > 0) this.#changes.push(change);
    this.#set(change(this.#ranges));
  }

  /** Whether the list is displayed. */
  get isWatched(): boolean {
    return this.#notices.hasListeners('changed');
  }

  /** Drops what is far behind the newest; scrolling there fetches it again. */
  trimToNewest(): void {
    this.change((ranges) => ranges.withNewestOf(KEPT_AT_END, MAX_AT_END));
  }

  /** Invalidates everything in memory. */
  forget(): void {
    this.#generation += 1;
    this.#fetches.clear();
    this.#changes = [];
    this.highlights.clear();
    this.#set(Ranges.none);
    this.#notices.emit('changed');
  }

  #set(ranges: Ranges): void {
    if (ranges === this.#ranges) return;
    this.#ranges = ranges;
    this.#notices.emit('changed');
  }

  /**
   * Fetches around an anchor. Returns the page; undefined if it is no longer of use. Throws what the call
   * throws.
   */
  open(anchor: Anchor): Promise<Page | undefined> {
    const before = anchor === 'newest' ? PAGE_SIZE : FIRST_BEFORE;
    return this.#load({ anchor, before, after: PAGE_SIZE });
  }

  /** Fetches what precedes a range. */
  async loadOlder(range: Range, count = PAGE_SIZE): Promise<void> {
    const [first] = range.ids;
    if (range.reachesOldest || first === undefined) return;
    await this.#load({ anchor: first, before: count, after: 0 });
  }

  /** Fetches what follows a range. */
  async loadNewer(range: Range): Promise<void> {
    const last = range.ids.at(-1);
    if (range.reachesNewest) return;
    if (last === undefined) await this.#load({ anchor: 'newest', before: PAGE_SIZE, after: 0 });
    else await this.#load({ anchor: last, before: 0, after: PAGE_SIZE });
  }

  /** Identical requests share one fetch. */
  #load(request: PageRequest): Promise<Page | undefined> {
    const key = `${request.anchor} ${request.before} ${request.after}`;
    const running = this.#fetches.get(key);
    if (running) return running;
    const loading = this.#fetchPage(request, this.#changes.length).finally(() => {
      if (this.#fetches.get(key) === loading) this.#fetches.delete(key);
      if (this.#fetches.size === 0) this.#changes = [];
    });
    this.#fetches.set(key, loading);
    return loading;
  }

  async #fetchPage(request: PageRequest, from: number): Promise<Page | undefined> {
    const generation = this.#generation;
    const before = this.#ranges;
    const interimEvents = this.#store.beginFetch();
    let page: Page;
    try {
      page = await this.#fetch(this.narrow, request);
    } catch (error) {
      this.#store.endFetch(interimEvents);
      throw error;
    }
    if (generation !== this.#generation || isOverflowing(interimEvents)) {
      this.#store.endFetch(interimEvents);
      return undefined;
    }
    page = { ...page, messages: this.highlights.extract(page.messages) };
    const range: Range = {
      ids: page.messages.map(({ id }) => id),
      reachesOldest: page.foundOldest,
      reachesNewest: page.foundNewest,
    };
    const settled = this.#applyPage(this, page, interimEvents);
    const changes = [...this.#changes.slice(from), settled];
    const fetched = changes.reduce((ranges, change) => change(ranges), Ranges.none.withPage(range));
    const remaining = this.#ranges.without(missingIn(page, before, interimEvents));
    this.#set(fetched.all.reduce((ranges, range) => ranges.withPage(range), remaining));
    return page;
  }
}

/** Ids in memory before the fetch that belong in the page but are missing: gone without an event. */
function missingIn(page: Page, before: Ranges, interimEvents: InterimEvents): ReadonlySet<number> {
  const changedIds = interimEvents.map(affectedIds);
  if (page.isCached || changedIds.includes('all')) return new Set();
  const knownIds = new Set([...page.messages.map(({ id }) => id), ...changedIds.flat()]);
  const low = page.foundOldest ? 0 : (page.messages[0]?.id ?? 0);
  const high = page.foundNewest ? Number.POSITIVE_INFINITY : (page.messages.at(-1)?.id ?? 0);
  const idsInPage = before.all.flatMap(({ ids }) => ids).filter((id) => id >= low && id <= high);
  return new Set(idsInPage.filter((id) => !knownIds.has(id)));
}
