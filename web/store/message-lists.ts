// All narrows that are held, kept right by events: a new message joins those that it is in, moved ones leave and come,
// deleted ones leave all. Those that were not looked at for longest make room.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { Term } from '../lib/address.ts';
import { changedBy, type Message } from './message.ts';
import { type FetchPage, MessageList, type Page, type TakePage } from './message-list.ts';
import { type Meanwhile, MessageStore } from './message-store.ts';
import { isAboutMuted, isIn, type Narrow, narrowKey, type Scope } from './narrow.ts';
import { mayHaveMoved, mayMove, type Way, wayOfUnheld } from './narrow-changes.ts';
import type { Ranges } from './ranges.ts';

const MOST_LISTS = 60;
const MOST_MESSAGES = 20_000;
/** How many stay of the newest that no list holds: a page that is asked for now may name them. */
const MOST_LOOSE = 200;

/** The end of what is known is not the newest any more: only the server can tell whether a message is in it. */
const unsureOfNewest = (ranges: Ranges) => ranges.withUnknownNewer();

export class MessageLists {
  readonly store = new MessageStore();
  readonly #fetch: FetchPage;
  readonly #scope: Scope;
  /** How many came since what no list has was last forgotten: some of them no list ever had, for others one let go of older ones. */
  #arrivals = 0;
  /** The one that was looked at last is last. */
  readonly #lists = new Map<string, MessageList>();

  constructor(fetch: FetchPage, scope: Scope) {
    this.#fetch = fetch;
    this.#scope = scope;
  }

  /** The list of a narrow. */
  of(narrow: Narrow): MessageList {
    const key = narrowKey(narrow);
    const list = this.#lists.get(key) ?? new MessageList(narrow, this.store, this.#fetch, this.#takePage);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    this.#makeRoom();
    return list;
  }

  /** The narrows that were looked at last, the last one first. */
  get recent(): readonly MessageList[] {
    return [...this.#lists.values()].reverse();
  }

  /** A new snapshot came: what was missed between is unknown. */
  forgetAll(): void {
    this.store.forget(() => true);
    for (const list of this.#lists.values()) list.forget();
  }

  /** A channel may not be read any more: nothing of it stays. */
  lose(channelId: number): void {
    const ids = [...this.store.all()].filter((one) => one.stream_id === channelId).map(({ id }) => id);
    this.apply({ type: 'delete_message', id: -1, message_ids: ids } as unknown as ApiEvent);
    this.forgetOf(channelId);
  }

  /** What is told of a channel is not what was told before: its narrows are asked for anew. */
  forgetOf(channelId: number): void {
    const isOfIt = ({ operator, operand }: Term) => operator === 'channel' && Number(operand) === channelId;
    for (const list of this.#lists.values()) if (list.narrow.some(isOfIt)) list.forget();
  }

  /** What is muted changed. */
  mutedChanged(): void {
    for (const list of this.#lists.values()) if (isAboutMuted(list.narrow)) list.forget();
  }

  apply(event: ApiEvent): void {
    if (event.type === 'message') this.#arrived(event);
    else if (event.type === 'delete_message') this.#deleted(event);
    else this.#changed(event);
  }

  #arrived(event: Extract<ApiEvent, { type: 'message' }>): void {
    const isKnown = this.store.get(event.message.id) !== undefined;
    this.store.apply(event);
    const message = this.store.get(event.message.id);
    if (!message) return;
    for (const list of this.#lists.values()) {
      const isInside = isIn(list.narrow, message, this.#scope);
      if (isInside && isKnown) list.change((ranges) => ranges.withMoved([message.id]));
      else if (isInside) arrive(list, message.id);
      else if (isInside === undefined) list.change(unsureOfNewest);
    }
    this.#arrivals += 1;
    if (this.store.size > MOST_MESSAGES) this.#makeRoom();
    else if (this.#arrivals > MOST_LOOSE && !this.store.isAwaiting) this.#forgetLoose();
  }

  #deleted(event: Extract<ApiEvent, { type: 'delete_message' }>): void {
    this.store.apply(event);
    const gone = new Set(event.message_ids);
    for (const list of this.#lists.values()) list.change((ranges) => ranges.without(gone));
  }

  /** What a message is may decide where it is: moved, starred, read. */
  #changed(event: ApiEvent): void {
    const told = changedBy(event);
    const ids = told === 'all' ? [...this.store.all()].map(({ id }) => id) : told;
    const before = new Map(ids.map((id) => [id, this.store.get(id)]));
    this.store.apply(event);
    for (const list of this.#lists.values()) {
      if (mayMove(list.narrow, event)) this.#sort(list, event, before);
    }
  }

  #sort(list: MessageList, event: ApiEvent, before: ReadonlyMap<number, Message | undefined>): void {
    const ways = new Map<number, Way>();
    for (const [id, was] of before) {
      const is = this.store.get(id);
      const way = was && is ? this.#way(list, was, is) : wayOfUnheld(list.narrow, event);
      ways.set(id, way === 'in' && !is ? 'unknown' : way);
    }
    move(list, ways);
  }

  /** What a page knows otherwise than it was held is sorted as by an event; in its own narrow it says itself what is there. */
  readonly #takePage: TakePage = (own, page, meanwhile) => {
    if (page.isKept) {
      this.store.takeKept(page.messages, meanwhile);
      return (ranges) => ranges;
    }
    const overtaken = [...this.store.takePage(page.messages, meanwhile)];
    for (const list of this.#lists.values()) {
      const ways = overtaken.map(([id, was]) => [id, this.#wayOfOvertaken(list, was)] as const);
      move(list, new Map(list === own ? ways.filter(([, way]) => way !== 'unknown') : ways));
    }
    return this.#changeOf(own, page, meanwhile);
  };

  /** Which of a page's messages left its narrow meanwhile, and which came to it. */
  #changeOf({ narrow }: MessageList, { messages }: Page, meanwhile: Meanwhile): (ranges: Ranges) => Ranges {
    const isInside = (message: Message | undefined) => message && isIn(narrow, message, this.#scope);
    const gone = messages.filter(
      (fetched) => isInside(fetched) !== false && isInside(this.store.get(fetched.id)) === false,
    );
    const told = meanwhile.map(changedBy).flatMap((ids) => (ids === 'all' ? [] : ids));
    const come = [...new Set(told)].filter((id) => isInside(this.store.get(id)) === true);
    return (ranges) => ranges.without(new Set(gone.map(({ id }) => id))).withMoved(come);
  }

  #wayOfOvertaken(list: MessageList, was: Message): Way {
    const is = this.store.get(was.id);
    return is && mayHaveMoved(list.narrow, was, is) ? this.#way(list, was, is) : 'stays';
  }

  #way(list: MessageList, was: Message, is: Message): Way {
    if (was === is) return 'stays';
    const wasInside = isIn(list.narrow, was, this.#scope);
    const isInside = isIn(list.narrow, is, this.#scope);
    if (isInside === undefined) return wasInside === false ? 'stays' : 'unknown';
    if (isInside) return wasInside ? 'stays' : 'in';
    return wasInside === false ? 'stays' : 'out';
  }

  #makeRoom(): void {
    for (const [key] of this.#lists) {
      if (this.#lists.size <= MOST_LISTS) break;
      this.#lists.delete(key);
    }
    if (this.store.size <= MOST_MESSAGES) return;
    for (const [key] of this.#lists) {
      if (this.#lists.size <= 1 || this.#heldIds().size <= MOST_MESSAGES / 2) break;
      this.#lists.delete(key);
    }
    this.#forgetLoose();
  }

  /** Forgets what no list has, but the newest. */
  #forgetLoose(): void {
    this.#arrivals = 0;
    const held = this.#heldIds();
    const newest = [...this.store.all()].map(({ id }) => id).sort((a, b) => b - a);
    const kept = new Set([...held, ...newest.slice(0, MOST_LOOSE)]);
    this.store.forget((id) => !kept.has(id));
  }

  #heldIds(): Set<number> {
    const ids = new Set<number>();
    for (const { ranges } of this.#lists.values()) {
      for (const range of ranges.all) for (const id of range.ids) ids.add(id);
    }
    return ids;
  }
}

/** Nobody looks at what is far behind the newest of a list that is not in sight. */
function arrive(list: MessageList, id: number): void {
  list.change((ranges) => ranges.withNew(id));
  if (!list.isWatched) list.keepNewest();
}

/** Puts messages where they are now; what nobody here can tell is asked for anew. */
function move(list: MessageList, ways: ReadonlyMap<number, Way>): void {
  const all = [...ways];
  const idsOf = (wanted: Way) => all.flatMap(([id, way]) => (way === wanted ? id : []));
  if (idsOf('unknown').length > 0) {
    list.forget();
    return;
  }
  const [gone, come] = [idsOf('out'), idsOf('in')];
  if (gone.length > 0) list.change((ranges) => ranges.without(new Set(gone)));
  if (come.length > 0) list.change((ranges) => ranges.withMoved(come));
}
