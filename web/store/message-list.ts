// The messages of one narrow as far as they were fetched, and how more are fetched. What happens while a page is under
// way is done to it when it comes, since nobody knows whether it was read before that or after. With that a page is right
// where it differs from what is held: not every change is told, as in a channel that its reader is not subscribed to.

import { Notices } from '../lib/notices.ts';
import { FoundWords } from './found-words.ts';
import { changedBy, type Message } from './message.ts';
import { isTooMuch, type Meanwhile, type MessageStore } from './message-store.ts';
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
  /** It was kept in the browser, and is no newer than what is held. */
  readonly isKept?: true;
}

/** Asks the server for a page. */
export type FetchPage = (narrow: Narrow, request: PageRequest) => Promise<Page>;

type Change = (ranges: Ranges) => Ranges;

/** Takes in the messages of a page of a list; gives what happened meanwhile has changed of which are in its narrow. */
export type TakePage = (list: MessageList, page: Page, meanwhile: Meanwhile) => Change;

const PAGE_SIZE = 100;
const FIRST_BEFORE = 50;
/** So many stay of a range that grows by what is sent, each time it has grown to the other number. */
const KEPT_AT_END = 400;
const MOST_AT_END = 600;

export class MessageList {
  readonly narrow: Narrow;
  /** Where it is a search: what it marked. */
  readonly words = new FoundWords();
  readonly #store: MessageStore;
  readonly #fetch: FetchPage;
  readonly #take: TakePage;
  readonly #notices = new Notices<'changed'>();
  readonly #underWay = new Map<string, Promise<Page | undefined>>();
  #ranges = Ranges.none;
  /** What was done to the ranges since the oldest page under way was asked for. */
  #changes: Change[] = [];
  /** Counts how often everything was forgotten: a page that was asked for before then is no use. */
  #life = 0;

  constructor(narrow: Narrow, store: MessageStore, fetch: FetchPage, take: TakePage) {
    this.narrow = narrow;
    this.#store = store;
    this.#fetch = fetch;
    this.#take = take;
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

  /** Somebody looks at it. */
  get isWatched(): boolean {
    return this.#notices.isHeard('changed');
  }

  /** Lets go of what is far behind the newest; whoever scrolls there fetches it again. */
  keepNewest(): void {
    this.change((ranges) => ranges.withNewestOf(KEPT_AT_END, MOST_AT_END));
  }

  /** Nothing that is held counts any more. */
  forget(): void {
    this.#life += 1;
    this.#underWay.clear();
    this.#changes = [];
    this.words.clear();
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
  async loadOlder(range: Range, count = PAGE_SIZE): Promise<void> {
    const [first] = range.ids;
    if (range.reachesOldest || first === undefined) return;
    await this.#load({ anchor: first, before: count, after: 0 });
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
    const before = this.#ranges;
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
    page = { ...page, messages: this.words.take(page.messages) };
    const range: Range = {
      ids: page.messages.map(({ id }) => id),
      reachesOldest: page.foundOldest,
      reachesNewest: page.foundNewest,
    };
    const settled = this.#take(this, page, meanwhile);
    const changes = [...this.#changes.slice(from), settled];
    const only = changes.reduce((ranges, change) => change(ranges), Ranges.none.withPage(range));
    const kept = this.#ranges.without(missingIn(page, before, meanwhile));
    this.#set(only.all.reduce((ranges, one) => ranges.withPage(one), kept));
    return page;
  }
}

/** What was held before a page was asked for, should stand in it, and does not: gone, and nobody was told. */
function missingIn(page: Page, before: Ranges, meanwhile: Meanwhile): ReadonlySet<number> {
  const told = meanwhile.map(changedBy);
  if (page.isKept || told.includes('all')) return new Set();
  const known = new Set([...page.messages.map(({ id }) => id), ...told.flat()]);
  const low = page.foundOldest ? 0 : (page.messages[0]?.id ?? 0);
  const high = page.foundNewest ? Number.POSITIVE_INFINITY : (page.messages.at(-1)?.id ?? 0);
  const within = before.all.flatMap(({ ids }) => ids).filter((id) => id >= low && id <= high);
  return new Set(within.filter((id) => !known.has(id)));
}
