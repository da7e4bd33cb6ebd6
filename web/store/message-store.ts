// The messages in this browser's memory by id, shared by all views.

import type { ApiEvent, EventOf } from '../../client/event-stream.ts';
import { Emitter } from '../lib/emitter.ts';
import { isEqual } from '../lib/equal.ts';
import { affectedIds, afterEvent, type Message } from './message.ts';

/** The events during a fetch; the page may have been read before or after each of them. */
export type InterimEvents = ApiEvent[];

/** With more events than this during a fetch, its page is discarded. */
const MAX_EVENTS = 2000;

export class MessageStore {
  readonly #messages = new Map<number, Message>();
  readonly #notices = new Emitter<number>();
  readonly #fetches = new Set<InterimEvents>();
  readonly #optimistic = new Set<() => ApiEvent>();

  get size(): number {
    return this.#messages.size;
  }

  get(id: number): Message | undefined {
    return this.#messages.get(id);
  }

  /** All messages in memory, in no particular order. */
  all(): Iterable<Message> {
    return this.#messages.values();
  }

  /** Calls the listener after a message changed. Returns a function that removes it. */
  listen(id: number, listener: () => void): () => void {
    return this.#notices.listen(id, listener);
  }

  /**
   * Registers a change that is shown before the server has it, so that pages fetched meanwhile do not revert
   * it. Returns a function to call once the server has it, or never will.
   */
  addOptimistic(event: () => ApiEvent): () => void {
    this.#optimistic.add(event);
    return () => void this.#optimistic.delete(event);
  }

  /** Starts recording events for a page that is about to be fetched. */
  beginFetch(): InterimEvents {
    const interimEvents: InterimEvents = [...this.#optimistic].map((event) => event());
    this.#fetches.add(interimEvents);
    return interimEvents;
  }

  /** Whether a page is being fetched; messages received since then are needed when it arrives. */
  get isFetching(): boolean {
    return this.#fetches.size > 0;
  }

  /** Ends the recording: the page arrived, or failed. */
  endFetch(interimEvents: InterimEvents): void {
    this.#fetches.delete(interimEvents);
  }

  /**
   * Adds the messages of a page, with the events during the fetch applied, which is idempotent. Returns the
   * messages that changed, as they were before.
   */
  addPage(messages: readonly Message[], interimEvents: InterimEvents): ReadonlyMap<number, Message> {
    this.endFetch(interimEvents);
    const deleted = new Set(interimEvents.flatMap((event) => deletedBy(event)));
    const replaced = new Map<number, Message>();
    for (const fetched of messages) {
      if (deleted.has(fetched.id)) continue;
      const before = this.#messages.get(fetched.id);
      const after = interimEvents.reduce(applyIfAffected, fetched);
      if (isEqual(before, after)) continue;
      if (before) replaced.set(before.id, before);
      this.put(after);
    }
    return replaced;
  }

  /** Adds cached messages, which never replace those in memory. */
  addCached(messages: readonly Message[], interimEvents: InterimEvents): void {
    this.addPage(
      messages.filter(({ id }) => !this.#messages.has(id)),
      interimEvents,
    );
  }

  put(message: Message): void {
    this.#messages.set(message.id, message);
    this.#notices.emit(message.id);
  }

  /** Applies an event to the messages it affects. */
  apply(event: ApiEvent): void {
    for (const interimEvents of this.#fetches)
      if (interimEvents.length <= MAX_EVENTS) interimEvents.push(event);
    if (event.type === 'message') this.#onMessage(event);
    const ids = affectedIds(event);
    for (const id of ids === 'all' ? [...this.#messages.keys()] : ids) {
      const message = this.#messages.get(id);
      const next = message && afterEvent(message, event);
      if (next && next !== message) this.put(next);
    }
    this.#remove(deletedBy(event));
  }

  /** A message already in memory came with a page, which may have more fields than the event. */
  #onMessage({ message, flags }: EventOf<'message'>): void {
    if (!this.#messages.has(message.id)) this.put({ ...message, flags });
  }

  #remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.#messages.delete(id);
      this.#notices.emit(id);
    }
  }

  /** Drops the messages that match. */
  forget(passes: (id: number) => boolean): void {
    for (const id of this.#messages.keys()) if (passes(id)) this.#messages.delete(id);
  }
}

/** Whether too many events happened for the page to be trusted. */
export function isOverflowing(interimEvents: InterimEvents): boolean {
  return interimEvents.length > MAX_EVENTS;
}

function applyIfAffected(message: Message, event: ApiEvent): Message {
  const ids = affectedIds(event);
  return ids === 'all' || ids.includes(message.id) ? afterEvent(message, event) : message;
}

function deletedBy(event: ApiEvent): readonly number[] {
  return event.type === 'delete_message' ? (event.message_ids ?? []) : [];
}
