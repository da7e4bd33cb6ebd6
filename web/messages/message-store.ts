// The messages that this browser holds, by their ids, whatever views they are in.

import type { ApiEvent } from '../../client/event-stream.ts';
import { Notices } from '../ground/notices.ts';
import { changed, changedBy, type Message } from './message.ts';

/** What happened while a page was under way; the page may have been read before it or after it. */
export type Meanwhile = ApiEvent[];

/** More than this while one page is under way, and the page is no use any more. */
const LONGEST_MEANWHILE = 2000;

export class MessageStore {
  readonly #messages = new Map<number, Message>();
  readonly #notices = new Notices<number>();
  readonly #underWay = new Set<Meanwhile>();

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

  /** Begins to note what happens, for a page that is asked for now. */
  begin(): Meanwhile {
    const meanwhile: Meanwhile = [];
    this.#underWay.add(meanwhile);
    return meanwhile;
  }

  /** The page came, or never will. */
  end(meanwhile: Meanwhile): void {
    this.#underWay.delete(meanwhile);
  }

  /** Takes in what a page holds. What happened meanwhile is applied to it: doing so twice changes nothing. */
  takePage(messages: readonly Message[], meanwhile: Meanwhile): void {
    this.end(meanwhile);
    const gone = new Set(meanwhile.flatMap((event) => deletedBy(event)));
    for (const fetched of messages) {
      if (gone.has(fetched.id)) continue;
      let message = fetched;
      for (const event of meanwhile) message = concerned(message, event);
      this.put(message);
    }
  }

  put(message: Message): void {
    this.#messages.set(message.id, message);
    this.#notices.tell(message.id);
  }

  /** Applies an event to the messages that it changes. */
  apply(event: ApiEvent): void {
    for (const meanwhile of this.#underWay) if (meanwhile.length <= LONGEST_MEANWHILE) meanwhile.push(event);
    if (event.type === 'message') this.put({ ...event.message, flags: event.flags });
    const ids = changedBy(event);
    for (const id of ids === 'all' ? [...this.#messages.keys()] : ids) {
      const message = this.#messages.get(id);
      const next = message && changed(message, event);
      if (next && next !== message) this.put(next);
    }
    this.#remove(deletedBy(event));
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
