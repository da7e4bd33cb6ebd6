// A view's feed without its document: which messages are shown, which is chosen, where the unread ones begin, and what is
// fetched as one scrolls.

import { ParleyError } from '../../client/parley-error.ts';
import { Notices } from '../lib/notices.ts';
import type { Message } from '../store/message.ts';
import type { Anchor, MessageList } from '../store/message-list.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Range } from '../store/ranges.ts';
import { slid, trimmed, type Window, windowAround, windowAtEnd, within } from './feed-window.ts';
import { LookAgain } from './look-again.ts';
import { type StartingPlace, startOf } from './starting-place.ts';
import { UnreadLine } from './unread-line.ts';

export interface FeedOptions {
  readonly list: MessageList;
  readonly store: MessageStore;
  /** The message that the address names. */
  readonly near: number | undefined;
  /** It is looked at, not read: the newest is what one looks for, and no line says where the unread ones begin. */
  readonly isLookup?: boolean;
  /** Where it was left. */
  readonly left: StartingPlace | undefined;
}

const EMPTY: Range = { ids: [], reachesOldest: true, reachesNewest: true };
/** So many rows from the end of what was fetched, more is fetched. */
const AHEAD = 80;

export class FeedController {
  readonly #list: MessageList;
  readonly #store: MessageStore;
  readonly #near: number | undefined;
  readonly #first: 'newest' | 'first_unread';
  readonly #notices = new Notices<'feed'>();
  readonly #fetching = new Set<'older' | 'newer'>();
  readonly #stop: () => void;
  #window: Window = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  #status: 'opening' | 'open' | 'failed' = 'opening';
  #isPassing = false;
  /** Somewhere in the range that is shown. */
  #around: number = Number.POSITIVE_INFINITY;
  #start: StartingPlace = { kind: 'end' };
  /** The last of the range when it was last looked at. */
  #newest: number | undefined;
  /** Grows when the view is to be placed anew. */
  #placing = 0;
  #version = 0;
  #chosen: number | undefined;
  readonly #line: UnreadLine;
  /** Where it is looked at: whether what was just sent belongs into a search only the server can tell. */
  readonly #lookAgain: LookAgain | undefined;
  #isClosed = false;
  #isEndSeen = true;
  #left: { readonly id: number; readonly offset: number } | undefined;

  constructor({ list, store, near, left, isLookup = false }: FeedOptions) {
    this.#list = list;
    this.#store = store;
    this.#near = near;
    this.#first = isLookup ? 'newest' : 'first_unread';
    this.#line = new UnreadLine((id) => store.get(id)?.flags.includes('read') === false, isLookup);
    if (isLookup) this.#lookAgain = new LookAgain(() => this.#fetchAhead('newer'));
    this.#stop = list.listen(() => this.#listChanged());
    if (near !== undefined) this.#chosen = near;
    if (near !== undefined) void this.toMessage(near);
    else if (left) this.#goTo(left);
    else void this.#open(this.#first);
  }

  close(): void {
    this.#isClosed = true;
    this.#lookAgain?.close();
    this.#stop();
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('feed', listener);
  }

  /** Words are searched for, and marked where they are. */
  get isSearch(): boolean {
    return this.#list.narrow.some(({ operator, isNegated }) => operator === 'search' && !isNegated);
  }

  /** A message as it is shown here. */
  readonly shown = (message: Message): Message =>
    this.isSearch ? this.#list.words.marked(message) : message;

  get version(): number {
    return this.#version;
  }

  get status(): 'opening' | 'open' | 'failed' {
    return this.#status;
  }

  /** It could not be had, and perhaps can a little later. */
  get mayComeYet(): boolean {
    return this.#status === 'failed' && this.#isPassing;
  }

  get start(): StartingPlace {
    return this.#start;
  }

  get placing(): number {
    return this.#placing;
  }

  get chosen(): number | undefined {
    return this.#chosen;
  }

  /** The message that keys are for: the chosen one, or the last where none of those that are shown is chosen. */
  get current(): Message | undefined {
    const { messages } = this;
    return messages.find(({ id }) => id === this.#chosen) ?? messages.at(-1);
  }

  /** Where the unread messages begin, drawn as a line; kept while the view is open. */
  get firstUnread(): number | undefined {
    return this.#line.first;
  }

  get isFetching(): boolean {
    return this.#status === 'opening' || this.#fetching.size > 0;
  }

  /** The whole range that the window is over. */
  get range(): Range {
    return this.#list.ranges.around(this.#around) ?? EMPTY;
  }

  /** The ids that are in the document. */
  get ids(): readonly number[] {
    return this.#status === 'open' ? within(this.range.ids, this.#window) : [];
  }

  get messages(): readonly Message[] {
    return this.ids.flatMap((id) => this.#store.get(id) ?? []);
  }

  get reachesOldest(): boolean {
    const { ids, reachesOldest } = this.range;
    return reachesOldest && (ids[0] === undefined || this.#window.from <= ids[0]);
  }

  /** The newest message of the narrow is in the document. */
  get reachesNewest(): boolean {
    const { ids, reachesNewest } = this.range;
    return reachesNewest && this.#window.to >= (ids.at(-1) ?? 0);
  }

  choose(id: number): void {
    if (this.#chosen === id) return;
    this.#chosen = id;
    this.#changed();
  }

  /** More rows in a direction, fetched where they are not there. */
  more(direction: 'older' | 'newer'): void {
    if (this.#status !== 'open') return;
    const { range } = this;
    const next = slid(range.ids, this.#window, direction);
    if (next !== this.#window) {
      this.#window = next;
      this.#changed();
    }
    this.#fetchAhead(direction);
  }

  /** Shows the newest messages, and the end of them, past those that are not read. */
  async toNewest(): Promise<void> {
    this.#line.pass();
    const { newest } = this.#list.ranges;
    if (newest) this.#goTo({ kind: 'end' });
    else await this.#open('newest');
  }

  /** The same where they are there already, so that nothing is asked for. */
  toKnownNewest(): void {
    if (this.#status === 'open' && this.#list.ranges.newest) void this.toNewest();
  }

  /** Shows the oldest messages. */
  async toOldest(): Promise<void> {
    const oldest = this.#list.ranges.all.find(({ reachesOldest }) => reachesOldest);
    const [first] = oldest?.ids ?? [];
    if (first !== undefined) this.#goTo({ kind: 'message', id: first, at: 0 });
    else await this.#open('oldest');
  }

  /** Shows a message in the middle, and chooses it. */
  async toMessage(id: number): Promise<void> {
    this.#chosen = id;
    if (this.#list.ranges.around(id)?.ids.includes(id)) this.#goTo({ kind: 'message', id, at: 'middle' });
    else await this.#open(id);
  }

  async retry(): Promise<void> {
    await this.#open(this.#near ?? this.#first);
  }

  /** The message before or after the chosen one. */
  beside(step: 1 | -1): number | undefined {
    const { ids } = this;
    const place = this.#chosen === undefined ? -1 : ids.indexOf(this.#chosen);
    return place < 0 ? ids.at(-1) : ids[place + step];
  }

  /** Chooses the first or the last of those that are shown. */
  chooseEdge(edge: 'first' | 'last'): void {
    const id = edge === 'first' ? this.ids[0] : this.ids.at(-1);
    if (id !== undefined) this.choose(id);
  }

  /** How many from the line on were not read when they came, and whether there are more that were not fetched. */
  get news(): { readonly count: number; readonly isMore: boolean } {
    return { count: this.#line.count, isMore: !this.range.reachesNewest };
  }

  /** The end of the newest message is in sight, or not; said by whoever sees it. */
  endSeen(isEndOfRows: boolean): void {
    const isSeen = isEndOfRows && this.reachesNewest;
    if (isSeen === this.#isEndSeen) return;
    this.#isEndSeen = isSeen;
    this.#changed();
  }

  get isEndSeen(): boolean {
    return this.#isEndSeen;
  }

  /** Notes where the view is, for when it is opened again. */
  leave(id: number, offset: number): void {
    this.#left = { id, offset };
  }

  /** Where the view was left. */
  get left(): StartingPlace | undefined {
    if (this.#status !== 'open' || this.#isEndSeen || !this.#left) return undefined;
    return { kind: 'message', id: this.#left.id, at: this.#left.offset };
  }

  #goTo(start: StartingPlace): void {
    const range = start.kind === 'end' ? this.#list.ranges.newest : this.#list.ranges.around(start.id);
    if (!range) {
      void this.#open(start.kind === 'end' ? 'newest' : start.id, start);
      return;
    }
    this.#show(range, start);
  }

  #show(range: Range, start: StartingPlace): void {
    this.#status = 'open';
    this.#start = start;
    this.#placing += 1;
    this.#around = start.kind === 'message' ? start.id : (range.ids.at(-1) ?? Number.POSITIVE_INFINITY);
    this.#window = start.kind === 'message' ? windowAround(range.ids, start.id) : windowAtEnd(range.ids);
    this.#newest = range.ids.at(-1);
    this.#line.draw(range);
    this.#line.take(range);
    this.#changed();
    this.#fetchAhead('older');
    this.#fetchAhead('newer');
  }

  async #open(anchor: Anchor, wanted?: StartingPlace): Promise<void> {
    this.#status = 'opening';
    this.#changed();
    try {
      const page = await this.#list.open(anchor);
      if (this.#isClosed) return;
      if (!page) return void this.#open(anchor, wanted);
      const at = typeof anchor === 'number' ? anchor : page.anchor;
      const range = this.#list.ranges.around(at) ?? this.#list.ranges.newest ?? EMPTY;
      this.#show(range, wanted ?? startOf(anchor, page.anchor, range));
    } catch (error) {
      if (this.#isClosed) return;
      this.#status = 'failed';
      this.#isPassing = error instanceof ParleyError && error.isPassing;
      this.#changed();
    }
  }

  /** Fetches more where an end is near; answers false where it is being fetched already. */
  #fetchAhead(direction: 'older' | 'newer'): boolean {
    const { range } = this;
    const shown = this.ids;
    const edge = direction === 'older' ? shown[0] : shown.at(-1);
    const left =
      direction === 'older'
        ? range.ids.indexOf(edge ?? 0)
        : range.ids.length - 1 - range.ids.lastIndexOf(edge ?? 0);
    const isDone = direction === 'older' ? range.reachesOldest : range.reachesNewest;
    if (this.#fetching.has(direction)) return false;
    if (isDone || left > AHEAD) return true;
    this.#fetching.add(direction);
    const load = direction === 'older' ? this.#list.loadOlder(range) : this.#list.loadNewer(range);
    void load
      // Without a network scrolling on tries again.
      .catch(() => undefined)
      .then(() => {
        this.#fetching.delete(direction);
        if (!this.#isClosed) this.#changed();
      });
    return true;
  }

  #listChanged(): void {
    if (this.#status !== 'open') return;
    const range = this.#list.ranges.around(this.#around);
    // Everything was forgotten, or what was here is gone: looked for anew, at the same place.
    if (!range) {
      const [first] = this.#list.ranges.all;
      if (first) this.#show(first, { kind: 'end' });
      else void this.#open(this.#around === Number.POSITIVE_INFINITY ? 'newest' : this.#around, this.#start);
      return;
    }
    this.#window = trimmed(range.ids, this.#window, this.#isEndSeen, this.#newest);
    this.#newest = range.ids.at(-1);
    this.#line.take(range);
    this.#letGo(range);
    if (this.#window.to === Number.POSITIVE_INFINITY && !range.reachesNewest) this.#followNewest();
    this.#changed();
  }

  /** Whoever follows the newest for hours holds no more than whoever just came. */
  #letGo({ ids, reachesNewest }: Range): void {
    if (!reachesNewest || !this.#isEndSeen || this.#window.to !== Number.POSITIVE_INFINITY) return;
    this.#around = ids.at(-1) ?? this.#around;
    this.#list.keepNewest();
  }

  #followNewest(): void {
    if (this.#lookAgain) this.#lookAgain.want();
    else this.#fetchAhead('newer');
  }

  #changed(): void {
    this.#version += 1;
    this.#notices.tell('feed');
  }
}
