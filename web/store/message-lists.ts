// All narrows in memory, kept current by events: a new message is added to the narrows that contain it, moved
// messages leave and join, deleted ones are removed. The least recently viewed narrows are dropped.

import type { ApiEvent, EventOf } from '../../client/event-stream.ts';
import type { Term } from '../lib/address.ts';
import { affectedIds, type Message } from './message.ts';
import { type ApplyPage, type FetchPage, MessageList, type Page } from './message-list.ts';
import { type InterimEvents, MessageStore } from './message-store.ts';
import { dependsOnMuted, type Narrow, narrowContains, narrowKey, type Scope } from './narrow.ts';
import { changeOfUnloaded, mayAffect, mayHaveMoved, type NarrowChange } from './narrow-changes.ts';
import type { Ranges } from './ranges.ts';

const MAX_LISTS = 60;
const MAX_MESSAGES = 20_000;
/** How many of the newest messages outside every list are kept: a page being fetched may contain them. */
const MAX_UNLISTED = 200;

/** The end of the range may no longer be the newest: only the server knows whether a message belongs to it. */
const withUncertainNewest = (ranges: Ranges) => ranges.withUnknownNewer();

export class MessageLists {
  readonly store = new MessageStore();
  readonly #fetch: FetchPage;
  readonly #scope: Scope;
  /**
   * The number of messages received since those outside every list were last dropped. A received message may be in no
   * list, or may have pushed older ones out of a list.
   */
  #arrivals = 0;
  /** The most recently viewed one is last. */
  readonly #lists = new Map<string, MessageList>();

  constructor(fetch: FetchPage, scope: Scope) {
    this.#fetch = fetch;
    this.#scope = scope;
  }

  of(narrow: Narrow): MessageList {
    const key = narrowKey(narrow);
    const list = this.#lists.get(key) ?? new MessageList(narrow, this.store, this.#fetch, this.#takePage);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    this.#makeRoom();
    return list;
  }

  /** The lists by last view, most recent first. */
  get recent(): readonly MessageList[] {
    return [...this.#lists.values()].reverse();
  }

  /** Called after a new snapshot, since the changes in between are unknown. */
  forgetAll(): void {
    this.store.forget(() => true);
    for (const list of this.#lists.values()) list.forget();
  }

  /** Removes all messages of a channel that may no longer be read. */
  removeChannel(channelId: number): void {
    const ids = [...this.store.all()]
      .filter((message) => message.stream_id === channelId)
      .map(({ id }) => id);
    this.apply({
      type: 'delete_message',
      id: -1,
      message_type: 'stream',
      stream_id: channelId,
      message_ids: ids,
    });
    this.forgetChannel(channelId);
  }

  /** Forgets the narrows of a channel whose events start or stop arriving. */
  forgetChannel(channelId: number): void {
    const isOfChannel = ({ operator, operand }: Term) =>
      operator === 'channel' && Number(operand) === channelId;
    for (const list of this.#lists.values()) if (list.narrow.some(isOfChannel)) list.forget();
  }

  /** Called after muted topics or channels changed. */
  mutedChanged(): void {
    for (const list of this.#lists.values()) if (dependsOnMuted(list.narrow)) list.forget();
  }

  apply(event: ApiEvent): void {
    if (event.type === 'message') this.#onMessage(event);
    else if (event.type === 'delete_message') this.#onDeleted(event);
    else this.#onChanged(event);
  }

  #onMessage(event: EventOf<'message'>): void {
    const isKnown = this.store.get(event.message.id) !== undefined;
    this.store.apply(event);
    const message = this.store.get(event.message.id);
    if (!message) return;
    for (const list of this.#lists.values()) {
      const isInside = narrowContains(list.narrow, message, this.#scope);
      if (isInside && isKnown) list.change((ranges) => ranges.withMoved([message.id]));
      else if (isInside) addNew(list, message.id);
      else if (isInside === undefined) list.change(withUncertainNewest);
    }
    this.#arrivals += 1;
    if (this.store.size > MAX_MESSAGES) this.#makeRoom();
    else if (this.#arrivals > MAX_UNLISTED && !this.store.isFetching) this.#forgetUnlisted();
  }

  #onDeleted(event: EventOf<'delete_message'>): void {
    this.store.apply(event);
    const deleted = new Set(event.message_ids);
    for (const list of this.#lists.values()) list.change((ranges) => ranges.without(deleted));
  }

  /** A change may move a message between narrows: another topic, a star, being read. */
  #onChanged(event: ApiEvent): void {
    const affected = affectedIds(event);
    const ids = affected === 'all' ? [...this.store.all()].map(({ id }) => id) : affected;
    const before = new Map(ids.map((id) => [id, this.store.get(id)]));
    this.store.apply(event);
    for (const list of this.#lists.values()) {
      if (mayAffect(list.narrow, event)) this.#moveChanged(list, event, before);
    }
  }

  #moveChanged(list: MessageList, event: ApiEvent, before: ReadonlyMap<number, Message | undefined>): void {
    const changes = new Map<number, NarrowChange>();
    for (const [id, was] of before) {
      const after = this.store.get(id);
      const change = was && after ? this.#changeFor(list, was, after) : changeOfUnloaded(list.narrow, event);
      changes.set(id, change === 'in' && !after ? 'unknown' : change);
    }
    move(list, changes);
  }

  /**
   * Applies a page. Messages that differ from those in memory move between the lists as if an event had changed them.
   * The page itself shows which messages are in its own narrow.
   */
  readonly #takePage: ApplyPage = (own, page, interimEvents) => {
    if (page.isCached) {
      this.store.addCached(page.messages, interimEvents);
      return (ranges) => ranges;
    }
    const overtaken = [...this.store.addPage(page.messages, interimEvents)];
    for (const list of this.#lists.values()) {
      const changes = overtaken.map(([id, was]) => [id, this.#changeForReplaced(list, was)] as const);
      move(list, new Map(list === own ? changes.filter(([, change]) => change !== 'unknown') : changes));
    }
    return this.#changeOf(own, page, interimEvents);
  };

  /** Removes the messages that left the narrow of a page during the fetch, and adds those that joined it. */
  #changeOf(
    { narrow }: MessageList,
    { messages }: Page,
    interimEvents: InterimEvents,
  ): (ranges: Ranges) => Ranges {
    const isInside = (message: Message | undefined) =>
      message && narrowContains(narrow, message, this.#scope);
    const movedAway = messages.filter(
      (fetched) => isInside(fetched) !== false && isInside(this.store.get(fetched.id)) === false,
    );
    const changedIds = interimEvents.map(affectedIds).flatMap((ids) => (ids === 'all' ? [] : ids));
    const joinedIds = [...new Set(changedIds)].filter((id) => isInside(this.store.get(id)) === true);
    return (ranges) => ranges.without(new Set(movedAway.map(({ id }) => id))).withMoved(joinedIds);
  }

  #changeForReplaced(list: MessageList, before: Message): NarrowChange {
    const after = this.store.get(before.id);
    return after && mayHaveMoved(list.narrow, before, after) ? this.#changeFor(list, before, after) : 'stays';
  }

  #changeFor(list: MessageList, before: Message, after: Message): NarrowChange {
    if (before === after) return 'stays';
    const wasInside = narrowContains(list.narrow, before, this.#scope);
    const isInside = narrowContains(list.narrow, after, this.#scope);
    if (isInside === undefined) return wasInside === false ? 'stays' : 'unknown';
    if (isInside) return wasInside ? 'stays' : 'in';
    return wasInside === false ? 'stays' : 'out';
  }

  #makeRoom(): void {
    for (const [key] of this.#lists) {
      if (this.#lists.size <= MAX_LISTS) break;
      this.#lists.delete(key);
    }
    if (this.store.size <= MAX_MESSAGES) return;
    for (const [key] of this.#lists) {
      if (this.#lists.size <= 1 || this.#listedIds().size <= MAX_MESSAGES / 2) break;
      this.#lists.delete(key);
    }
    this.#forgetUnlisted();
  }

  /** Drops messages outside every list, except the newest. */
  #forgetUnlisted(): void {
    this.#arrivals = 0;
    const listedIds = this.#listedIds();
    const newest = [...this.store.all()].map(({ id }) => id).sort((a, b) => b - a);
    const keptIds = new Set([...listedIds, ...newest.slice(0, MAX_UNLISTED)]);
    this.store.forget((id) => !keptIds.has(id));
  }

  #listedIds(): Set<number> {
    const ids = new Set<number>();
    for (const { ranges } of this.#lists.values()) {
      for (const range of ranges.all) for (const id of range.ids) ids.add(id);
    }
    return ids;
  }
}

/** Lists that are not displayed drop what is far behind the newest. */
function addNew(list: MessageList, id: number): void {
  list.change((ranges) => ranges.withNew(id));
  if (!list.isWatched) list.trimToNewest();
}

/** Moves messages in and out of a list; if that cannot be decided here, the list is fetched again. */
function move(list: MessageList, changes: ReadonlyMap<number, NarrowChange>): void {
  const all = [...changes];
  const idsOf = (wanted: NarrowChange) => all.flatMap(([id, change]) => (change === wanted ? id : []));
  if (idsOf('unknown').length > 0) {
    list.forget();
    return;
  }
  const [leftIds, joined] = [idsOf('out'), idsOf('in')];
  if (leftIds.length > 0) list.change((ranges) => ranges.without(new Set(leftIds)));
  if (joined.length > 0) list.change((ranges) => ranges.withMoved(joined));
}
