// Marks messages as read on the server: in batches, one call after the other, so that an undo is never
// overtaken by the call it undoes. Retried if the server cannot be reached.

import type { ApiEvent } from '../../client/event-stream.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { MessageStore } from './message-store.ts';

const BATCH_MILLISECONDS = 1000;
const RETRY_MILLISECONDS = 5000;
const MAX_PER_CALL = 1000;

export interface ReadMarksOptions {
  readonly store: MessageStore;
  /** Shows messages as read before the server has stored that. */
  readonly show: (ids: readonly number[]) => void;
  readonly add: (ids: readonly number[]) => Promise<unknown>;
  /** Returns whether it succeeded; errors have been reported by then. */
  readonly remove: (ids: readonly number[]) => Promise<boolean>;
}

export class ReadMarks {
  readonly #options: ReadMarksOptions;
  readonly #pending = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The call that was started last. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ReadMarksOptions) {
    this.#options = options;
    options.store.addOptimistic(() => flagEvent('read', 'add', [...this.#pending]));
  }

  read(ids: readonly number[]): void {
    const { store, show } = this.#options;
    const unread = ids.filter((id) => store.get(id)?.flags.includes('read') === false);
    if (unread.length === 0) return;
    show(unread);
    for (const id of unread) this.#pending.add(id);
    this.#timer ??= setTimeout(() => void this.#inTurn(() => this.#send()), BATCH_MILLISECONDS);
  }

  /** Marks messages as unread again. Returns whether all calls succeeded. */
  unread(ids: readonly number[]): Promise<boolean> {
    for (const id of ids) this.#pending.delete(id);
    return this.#inTurn(async () => {
      for (let from = 0; from < ids.length; from += MAX_PER_CALL)
        if (!(await this.#options.remove(ids.slice(from, from + MAX_PER_CALL)))) return false;
      return true;
    });
  }

  /** Makes a call that marks more messages than are known here, after everything pending was sent. */
  callInTurn<T>(call: () => Promise<T>): Promise<T> {
    if (this.#pending.size > 0) void this.#inTurn(() => this.#send());
    return this.#inTurn(call);
  }

  #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#last.then(call, call);
    this.#last = result;
    return result;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const messages = [...this.#pending].slice(0, MAX_PER_CALL);
    let pause = BATCH_MILLISECONDS;
    try {
      if (messages.length > 0) await this.#options.add(messages);
      for (const id of messages) this.#pending.delete(id);
    } catch (error) {
      if (error instanceof ParleyError && error.isTemporary) pause = RETRY_MILLISECONDS;
      else for (const id of messages) this.#pending.delete(id);
    }
    this.#timer =
      this.#pending.size > 0 ? setTimeout(() => void this.#inTurn(() => this.#send()), pause) : undefined;
  }
}

/** The event that the server sends for a change of the viewer's flags. */
export function flagEvent(flag: string, op: 'add' | 'remove', messages: readonly number[]): ApiEvent {
  return {
    type: 'update_message_flags',
    id: -1,
    op,
    operation: op,
    flag,
    messages: [...messages],
    all: false,
  };
}
