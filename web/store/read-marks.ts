// What was read, as the server is told of it: in batches, one call after the other, so that what is taken back is never
// overtaken by the call that it takes back; told again where nobody answered.

import type { ApiEvent } from '../../client/event-stream.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { MessageStore } from './message-store.ts';

const A_BATCH_MILLISECONDS = 1000;
const AGAIN_MILLISECONDS = 5000;
const MOST_AT_ONCE = 1000;

export interface ReadMarksOptions {
  readonly store: MessageStore;
  /** Shows it before the server has it. */
  readonly show: (ids: readonly number[]) => void;
  readonly add: (ids: readonly number[]) => Promise<unknown>;
  /** Answers whether it came about; what went wrong has been said then. */
  readonly remove: (ids: readonly number[]) => Promise<boolean>;
}

/** Marks messages as read. */
export class ReadMarks {
  readonly #options: ReadMarksOptions;
  readonly #waiting = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The call that was begun last. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ReadMarksOptions) {
    this.#options = options;
    options.store.showAhead(() => flagEvent('read', 'add', [...this.#waiting]));
  }

  read(ids: readonly number[]): void {
    const { store, show } = this.#options;
    const unread = ids.filter((id) => store.get(id)?.flags.includes('read') === false);
    if (unread.length === 0) return;
    show(unread);
    for (const id of unread) this.#waiting.add(id);
    this.#timer ??= setTimeout(() => void this.#inTurn(() => this.#send()), A_BATCH_MILLISECONDS);
  }

  /** Takes it back. */
  unread(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#waiting.delete(id);
    return this.#inTurn(async () => {
      for (let from = 0; from < ids.length; from += MOST_AT_ONCE)
        if (!(await this.#options.remove(ids.slice(from, from + MOST_AT_ONCE)))) return;
    });
  }

  /** Makes a call that takes back more than is known here, once the server has been told of all that was read before. */
  takeBack<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting.size > 0) void this.#inTurn(() => this.#send());
    return this.#inTurn(call);
  }

  #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const done = this.#last.then(call, call);
    this.#last = done;
    return done;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const messages = [...this.#waiting].slice(0, MOST_AT_ONCE);
    let pause = A_BATCH_MILLISECONDS;
    try {
      if (messages.length > 0) await this.#options.add(messages);
      for (const id of messages) this.#waiting.delete(id);
    } catch (error) {
      if (error instanceof ParleyError && error.isPassing) pause = AGAIN_MILLISECONDS;
      else for (const id of messages) this.#waiting.delete(id);
    }
    this.#timer =
      this.#waiting.size > 0 ? setTimeout(() => void this.#inTurn(() => this.#send()), pause) : undefined;
  }
}

/** What the server will tell of a change of one's own flags. */
export function flagEvent(flag: string, op: 'add' | 'remove', messages: readonly number[]): ApiEvent {
  const event = { type: 'update_message_flags', id: -1, op, flag, messages: [...messages], all: false };
  return event as ApiEvent;
}
