// A minimal server: it has all messages in memory, emits every change, and responds when the test says so.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { Message } from '../../web/store/message.ts';
import type { Page, PageRequest } from '../../web/store/message-list.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { type Narrow, narrowContains } from '../../web/store/narrow.ts';

export const scope = { ownId: 1, isMuted: () => false };
/** One term of a narrow. */
export const term = (operator: string, operand: string, isNegated = false) => ({
  operator,
  operand,
  isNegated,
});
export const narrows: readonly Narrow[] = [
  [],
  [term('channel', '1')],
  [term('channel', '1'), term('topic', 'a')],
  [term('channel', '2'), term('topic', 'b')],
  [term('is', 'starred')],
  [term('has', 'link')],
  [term('channel', '1'), term('is', 'unread', true)],
];

/** A message with arbitrary values. */
export function made(id: number, channelId: number, topic: string): Message {
  const bare = { id, type: 'stream', stream_id: channelId, subject: topic, content: '', flags: [] };
  return { ...bare, reactions: [], submessages: [], topic_links: [] } as unknown as Message;
}

/** Has the messages, and the events that are not delivered yet. */
export class NaiveServer {
  readonly messages = new Map<number, Message>();
  readonly events: ApiEvent[] = [];
  readonly pages: { readonly run: () => void }[] = [];
  #newest = 0;
  readonly #shown: number[] = [];

  #emit(event: unknown): void {
    this.events.push(event as ApiEvent);
  }

  send(channelId: number, topic: string): void {
    this.#newest += 1;
    const message = made(this.#newest, channelId, topic);
    this.messages.set(message.id, message);
    this.#emit({ type: 'message', message, flags: [] });
  }

  remove(id: number): void {
    if (this.messages.delete(id)) this.#emit({ type: 'delete_message', message_ids: [id] });
  }

  flag(id: number, flag: string, op: 'add' | 'remove'): void {
    const message = this.messages.get(id);
    if (!message) return;
    const otherFlags = message.flags.filter((one) => one !== flag);
    this.messages.set(id, { ...message, flags: op === 'add' ? [...otherFlags, flag] : otherFlags });
    this.#emit({ type: 'update_message_flags', op, flag, messages: [id], all: false });
  }

  move(id: number, channelId: number, topic: string): void {
    const message = this.messages.get(id);
    if (!message) return;
    this.messages.set(id, { ...message, stream_id: channelId, subject: topic });
    this.#emit({
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      flags: message.flags,
      stream_id: message.stream_id,
      orig_subject: message.subject,
      subject: topic,
      ...(channelId !== message.stream_id && { new_stream_id: channelId }),
    });
  }

  edit(id: number, text: string): void {
    const message = this.messages.get(id);
    if (!message) return;
    this.messages.set(id, { ...message, content: text });
    const flags = message.flags;
    this.#emit({ type: 'update_message', message_id: id, message_ids: [id], flags, rendered_content: text });
  }

  /** Lists whose pages are returned when `answer` is called. */
  lists(): MessageLists {
    const lists = new MessageLists((narrow, request) => {
      const page = this.page(narrow, request);
      return new Promise((resolve) => this.pages.push({ run: () => resolve(page) }));
    }, scope);
    lists.store.addOptimistic(() => this.#flags([...this.#shown], 'add', 'read'));
    return lists;
  }

  #flags(messages: readonly number[], op: string, flag: string): ApiEvent {
    return { type: 'update_message_flags', op, flag, messages, all: false } as unknown as ApiEvent;
  }

  /** Marks a message as read in a browser, optimistically. */
  show(id: number, lists: MessageLists): void {
    if (!lists.store.get(id)) return;
    this.#shown.push(id);
    lists.apply(this.#flags([id], 'add', 'read'));
  }

  /** Applies the optimistic changes of browsers. */
  save(): void {
    for (const id of this.#shown.splice(0)) this.flag(id, 'read', 'add');
  }

  /** Returns this many of the requested pages. */
  async answer(count: number): Promise<void> {
    for (const { run } of this.pages.splice(0, count)) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** For terms that only the server can evaluate, it uses the text. */
  has(narrow: Narrow, message: Message): boolean {
    return narrowContains(narrow, message, scope) ?? message.content === 'link';
  }

  page(narrow: Narrow, { anchor, before, after }: PageRequest): Page {
    const all = [...this.messages.values()]
      .filter((one) => this.has(narrow, one))
      .sort((a, b) => a.id - b.id);
    const at = typeof anchor === 'number' ? anchor : anchor === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER;
    const older = all.filter(({ id }) => id < at);
    const newer = all.filter(({ id }) => id > at);
    const exact = all.filter(({ id }) => id === at);
    const [first, last] = [older.slice(Math.max(0, older.length - before)), newer.slice(0, after)];
    return {
      messages: [...first, ...exact, ...last],
      anchor: at,
      foundOldest: first.length === older.length,
      foundNewest: last.length === newer.length,
    };
  }
}
