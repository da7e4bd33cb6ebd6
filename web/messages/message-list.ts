// The messages of one narrow as far as they were fetched, and how more are fetched. What happens while a page is under
// way is done to it when it comes, since nobody knows whether it was read before that or after.

import { Notices } from '../ground/notices.ts';
import type { Message } from './message.ts';
import { isTooMuch, type MessageStore } from './message-store.ts';
import type { Narrow } from './narrow.ts';
import { type Range, Ranges } from './ranges.ts';

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
}

/** Asks the server for a page. */
export type FetchPage = (narrow: Narrow, request: PageRequest) => Promise<Page>;

const PAGE_SIZE = 100;
const FIRST_BEFORE = 50;

type Change = (ranges: Ranges) => Ranges;

export class MessageList {
  readonly narrow: Narrow;
  readonly #store: MessageStore;
  readonly #fetch: FetchPage;
  readonly #notices = new Notices<'changed'>();
  readonly #underWay = new Map<string, Promise<Page | undefined>>();
  #ranges = Ranges.none;
  /** What was done to the ranges since the oldest page under way was asked for. */
  #changes: Change[] = [];
  /** Counts how often everything was forgotten: a page that was asked for before then is no use. */
  #life = 0;

  constructor(narrow: Narrow, store: MessageStore, fetch: FetchPage) {
    this.narrow = narrow;
    this.#store = store;
    this.#fetch = fetch;
  }

  get ranges(): Ranges {
    return this.#ranges;
  }

  /** Calls the listener after the ranges have changed. Answers with how to stop it. */
  listen(listener: () => void): () => void {
    return this.#notices.listen('changed', listener);
  }

  /** Does something to what is held, and to what is under way. */
  change(change: Change): void {
    if (this.#underWay.size > 0) this.#changes.push(change);
    this.#set(change(this.#ranges));
  }

  /** Nothing that is held counts any more. */
  forget(): void {
    this.#life += 1;
    this.#underWay.clear();
    this.#changes = [];
    this.#set(Ranges.none);
    this.#notices.tell('changed');
  }

  #set(ranges: Ranges): void {
    if (ranges === this.#ranges) return;
    this.#ranges = ranges;
    this.#notices.tell('changed');
  }

  /** Fetches around a place; answers with the page, undefined where it is no use any more. Throws what the call throws. */
  open(anchor: Anchor): Promise<Page | undefined> {
    const before = anchor === 'newest' ? PAGE_SIZE : FIRST_BEFORE;
    return this.#load({ anchor, before, after: PAGE_SIZE });
  }

  /** Fetches what is before a range. */
  async loadOlder(range: Range): Promise<void> {
    const [first] = range.ids;
    if (range.reachesOldest || first === undefined) return;
    await this.#load({ anchor: first, before: PAGE_SIZE, after: 0 });
  }

  /** Fetches what is after a range. */
  async loadNewer(range: Range): Promise<void> {
    const last = range.ids.at(-1);
    if (range.reachesNewest) return;
    if (last === undefined) await this.#load({ anchor: 'newest', before: PAGE_SIZE, after: 0 });
    else await this.#load({ anchor: last, before: 0, after: PAGE_SIZE });
  }

  /** The same page is not asked for twice at once. */
  #load(request: PageRequest): Promise<Page | undefined> {
    const key = `${request.anchor} ${request.before} ${request.after}`;
    const present = this.#underWay.get(key);
    if (present) return present;
    const loading = this.#loaded(request, this.#changes.length).finally(() => {
      if (this.#underWay.get(key) === loading) this.#underWay.delete(key);
      if (this.#underWay.size === 0) this.#changes = [];
    });
    this.#underWay.set(key, loading);
    return loading;
  }

  async #loaded(request: PageRequest, from: number): Promise<Page | undefined> {
    const life = this.#life;
    const meanwhile = this.#store.begin();
    let page: Page;
    try {
      page = await this.#fetch(this.narrow, request);
    } catch (error) {
      this.#store.end(meanwhile);
      throw error;
    }
    if (life !== this.#life || isTooMuch(meanwhile)) {
      this.#store.end(meanwhile);
      return undefined;
    }
    this.#store.takePage(page.messages, meanwhile);
    const range: Range = {
      ids: page.messages.map(({ id }) => id),
      reachesOldest: page.foundOldest,
      reachesNewest: page.foundNewest,
    };
    const only = this.#changes
      .slice(from)
      .reduce((ranges, change) => change(ranges), Ranges.none.withPage(range));
    this.#set(only.all.reduce((ranges, one) => ranges.withPage(one), this.#ranges));
    return page;
  }
}
