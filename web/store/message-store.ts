// The messages that this browser holds, by their ids, whatever views they are in.

import type { ApiEvent } from '../../client/event-stream.ts';
import { isEqual } from '../lib/equal.ts';
import { Notices } from '../lib/notices.ts';
import { changed, changedBy, type Message } from './message.ts';

/** What happened while a page was under way; the page may have been read before it or after it. */
export type Meanwhile = ApiEvent[];

/** More than this while one page is under way, and the page is no use any more. */
const LONGEST_MEANWHILE = 2000;

export class MessageStore {
  readonly #messages = new Map<number, Message>();
  readonly #notices = new Notices<number>();
  readonly #underWay = new Set<Meanwhile>();
  readonly #ahead = new Set<() => ApiEvent>();

  get size(): number {
    return this.#messages.size;
  }

  get(id: number): Message | undefined {
    return this.#messages.get(id);
  }

  /** Every message that is held, in no order. */
  all(): Iterable<Message> {
    return this.#messages.values();
  }

  /** Calls the listener after a message has changed. Answers with how to stop it. */
  listen(id: number, listener: () => void): () => void {
    return this.#notices.listen(id, listener);
  }

  /**
   * Notes what is shown and the server does not have yet, so that pages which know nothing of it do not take it back. Answers with
   * what to call when the server has it, or never will.
   */
  showAhead(event: () => ApiEvent): () => void {
    this.#ahead.add(event);
    return () => void this.#ahead.delete(event);
  }

  /** Begins to note what happens, for a page that is asked for now. */
  begin(): Meanwhile {
    const meanwhile: Meanwhile = [...this.#ahead].map((event) => event());
    this.#underWay.add(meanwhile);
    return meanwhile;
  }

  /** A page is under way: what arrived since it was asked for is needed when it comes. */
  get isAwaiting(): boolean {
    return this.#underWay.size > 0;
  }

  /** The page came, or never will. */
  end(meanwhile: Meanwhile): void {
    this.#underWay.delete(meanwhile);
  }

  /**
   * Takes in what a page holds. What happened meanwhile is done to it: doing so twice changes nothing. Gives the messages that were
   * held otherwise, as they were.
   */
  takePage(messages: readonly Message[], meanwhile: Meanwhile): ReadonlyMap<number, Message> {
    this.end(meanwhile);
    const gone = new Set(meanwhile.flatMap((event) => deletedBy(event)));
    const overtaken = new Map<number, Message>();
    for (const fetched of messages) {
      if (gone.has(fetched.id)) continue;
      const was = this.#messages.get(fetched.id);
      const is = meanwhile.reduce(concerned, fetched);
      if (isEqual(was, is)) continue;
      if (was) overtaken.set(was.id, was);
      this.put(is);
    }
    return overtaken;
  }

  /** Takes in what was kept for lack of anything newer: what is held is not older. */
  takeKept(messages: readonly Message[], meanwhile: Meanwhile): void {
    this.takePage(
      messages.filter(({ id }) => !this.#messages.has(id)),
      meanwhile,
    );
  }

  put(message: Message): void {
    this.#messages.set(message.id, message);
    this.#notices.tell(message.id);
  }

  /** Applies an event to the messages that it changes. */
  apply(event: ApiEvent): void {
    for (const meanwhile of this.#underWay) if (meanwhile.length <= LONGEST_MEANWHILE) meanwhile.push(event);
    if (event.type === 'message') this.#arrived(event);
    const ids = changedBy(event);
    for (const id of ids === 'all' ? [...this.#messages.keys()] : ids) {
      const message = this.#messages.get(id);
      const next = message && changed(message, event);
      if (next && next !== message) this.put(next);
    }
    this.#remove(deletedBy(event));
  }

  /** One that is held came with a page, which may tell more than what was sent. */
  #arrived({ message, flags }: Extract<ApiEvent, { type: 'message' }>): void {
    if (!this.#messages.has(message.id)) this.put({ ...message, flags });
  }

  #remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.#messages.delete(id);
      this.#notices.tell(id);
    }
  }

  /** Forgets the messages that pass. */
  forget(passes: (id: number) => boolean): void {
    for (const id of this.#messages.keys()) if (passes(id)) this.#messages.delete(id);
  }
}

/** Whether too much happened for the page to be trusted. */
export function isTooMuch(meanwhile: Meanwhile): boolean {
  return meanwhile.length > LONGEST_MEANWHILE;
}

function concerned(message: Message, event: ApiEvent): Message {
  const ids = changedBy(event);
  return ids === 'all' || ids.includes(message.id) ? changed(message, event) : message;
}

function deletedBy(event: ApiEvent): readonly number[] {
  return event.type === 'delete_message' ? (event.message_ids ?? []) : [];
}
