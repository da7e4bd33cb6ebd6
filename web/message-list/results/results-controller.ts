// The logic of a list of results without the DOM: what is loaded, which result is chosen, and what is fetched.

import { ParleyError } from '../../../client/parley-error.ts';
import { Emitter } from '../../lib/emitter.ts';
import type { Message } from '../../store/message.ts';
import type { MessageList } from '../../store/message-list.ts';
import type { MessageStore } from '../../store/message-store.ts';
import type { Range } from '../../store/ranges.ts';
import { Refetcher } from '../refetcher.ts';
import type { LeftResults } from './left-results.ts';
import { type ResultGroup, ResultGroups } from './result-groups.ts';

/** How many results are loaded again at most, where a search was left. */
const MAX_LOADED_AGAIN = 1000;

export class ResultsController {
  readonly #list: MessageList;
  readonly #store: MessageStore;
  readonly #ownId: number;
  readonly #groups: ResultGroups;
  readonly #left: LeftResults | undefined;
  readonly #notices = new Emitter<'results'>();
  /** Only the server knows whether a new message is a result. */
  readonly #refetcher: Refetcher;
  readonly #stop: () => void;
  #status: 'opening' | 'open' | 'failed' = 'opening';
  #error: unknown;
  #isFetching = false;
  /** Whether the next page is likely to have results that are shown: the last one had, or a group was expanded. */
  #isGrowing = true;
  #isClosed = false;
  #chosen: number | undefined;
  #version = 0;
  /** Where the list is scrolled to. */
  at: LeftResults['at'];

  /** @param left how the search was left, if it was shown before */
  constructor(list: MessageList, store: MessageStore, ownId: number, left: LeftResults | undefined) {
    this.#list = list;
    this.#store = store;
    this.#ownId = ownId;
    this.#left = left;
    this.#chosen = left?.chosen;
    this.at = left?.at;
    this.#groups = new ResultGroups(left?.expanded);
    this.#refetcher = new Refetcher(() => this.#fetch((range) => list.loadNewer(range)));
    this.#stop = list.listen(() => this.#listChanged());
    if (this.range) this.#status = 'open';
    else void this.open();
  }

  close(): void {
    this.#isClosed = true;
    this.#refetcher.close();
    this.#stop();
  }

  /** How the search would be left now. */
  get left(): LeftResults {
    const { at } = this;
    const loaded = this.range?.ids.length ?? 0;
    return { chosen: this.#chosen, at, expanded: this.#groups.expanded, loaded };
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('results', listener);
  }

  get version(): number {
    return this.#version;
  }

  get status(): 'opening' | 'open' | 'failed' {
    return this.#status;
  }

  get error(): unknown {
    return this.#error;
  }

  get isRetryable(): boolean {
    return this.#status === 'failed' && this.#error instanceof ParleyError && this.#error.isTemporary;
  }

  get isBusy(): boolean {
    return this.#isFetching || this.#status === 'opening';
  }

  /** Whether loading more is likely to show more. */
  get isGrowing(): boolean {
    return this.#isGrowing;
  }

  /** The range with the newest loaded results. */
  get range(): Range | undefined {
    return this.#list.ranges.all.at(-1);
  }

  get groups(): readonly ResultGroup[] {
    const ids = this.range?.ids ?? [];
    const messages = ids.toReversed().flatMap((id) => this.#store.get(id) ?? []);
    return this.#groups.of(messages, this.#ownId);
  }

  /** The shown results in their order on the screen. */
  get shown(): readonly Message[] {
    return this.groups.flatMap(({ shown }) => shown);
  }

  get chosen(): number | undefined {
    return this.#chosen;
  }

  /** The result that keys act on: the chosen one, else the first. */
  get current(): Message | undefined {
    const { shown } = this;
    return shown.find(({ id }) => id === this.#chosen) ?? shown[0];
  }

  /** A message with its matches highlighted. */
  readonly displayed = (message: Message): Message => this.#list.highlights.withHighlights(message);

  choose(id: number): void {
    if (this.#chosen === id) return;
    this.#chosen = id;
    this.#notify();
  }

  expand(key: string): void {
    this.#groups.expand(key);
    this.#isGrowing = true;
    this.#notify();
  }

  async open(): Promise<void> {
    this.#status = 'opening';
    this.#notify();
    try {
      const page = await this.#list.open('newest');
      if (this.#isClosed) return;
      // The list was forgotten meanwhile.
      if (!page) return void this.open();
      await this.#loadAgain();
      if (this.#isClosed) return;
      this.#status = 'open';
    } catch (error) {
      if (this.#isClosed) return;
      this.#status = 'failed';
      this.#error = error;
    }
    this.#notify();
  }

  /** Loads what was loaded when the search was left. */
  async #loadAgain(): Promise<void> {
    const { range } = this;
    const { loaded = 0 } = this.#left ?? {};
    if (!range || range.ids.length >= loaded) return;
    // After a failure, what is loaded is shown.
    await this.#list.loadOlder(range, Math.min(loaded, MAX_LOADED_AGAIN)).catch(() => undefined);
  }

  loadOlder(): void {
    const before = this.shown.length;
    this.#fetch(async (range) => {
      // It stays so after a failure, where loading again by itself would fail again at once.
      this.#isGrowing = false;
      await this.#list.loadOlder(range);
      this.#isGrowing = this.shown.length > before;
    });
  }

  /** Returns false if something is being fetched already. */
  #fetch(load: (range: Range) => Promise<void>): boolean {
    const { range } = this;
    if (this.#isFetching || !range) return false;
    this.#isFetching = true;
    this.#notify();
    void load(range)
      // After a failure, the button tries again.
      .catch(() => undefined)
      .then(() => {
        this.#isFetching = false;
        if (!this.#isClosed) this.#notify();
      });
    return true;
  }

  #listChanged(): void {
    if (this.#status !== 'open') return;
    const { range } = this;
    if (!range) void this.open();
    else if (!range.reachesNewest) this.#refetcher.request();
    this.#notify();
  }

  #notify(): void {
    this.#version += 1;
    this.#notices.emit('results');
  }
}
