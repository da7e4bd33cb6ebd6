// The messages before and after results, as events change them.

import type { ApiEvent, EventOf } from '../../../client/event-stream.ts';
import type { Message } from '../../store/message.ts';
import type { MessageContext, MessageContexts } from '../../store/message-context.ts';
import { type Conversation, conversationOf, isSameTarget } from '../../store/narrow-targets.ts';

const isKnown = ({ before, after }: MessageContext) => before !== undefined && after !== undefined;

export class ResultContexts {
  readonly #messageOf: (id: number) => Message | undefined;
  readonly #ownId: number;
  #known: MessageContexts = new Map();
  /** The events since the running fetch began, since its answer may be older; `outdated` makes it worthless. */
  #interim: (ApiEvent | 'outdated')[] | undefined;

  constructor(messageOf: (id: number) => Message | undefined, ownId: number) {
    this.#messageOf = messageOf;
    this.#ownId = ownId;
  }

  /** Another object after each change. */
  get known(): MessageContexts {
    return this.#known;
  }

  /** The results whose contexts are unknown, or only partly known from the cache. */
  missing(ids: readonly number[]): number[] {
    return ids.filter((id) => {
      const context = this.#known.get(id);
      return !context || !isKnown(context);
    });
  }

  beginFetch(): void {
    this.#interim = [];
  }

  /** Ends the fetch. */
  add(contexts: MessageContexts): void {
    const interim = this.#interim ?? [];
    this.#interim = undefined;
    if (interim.includes('outdated')) return;
    this.#known = new Map([...this.#known, ...contexts]);
    for (const event of interim) if (event !== 'outdated') this.#follow(event);
  }

  /** Called after events were missed. */
  forgetAll(): void {
    this.#known = new Map();
    this.#interim?.push('outdated');
  }

  /** @param event which the messages in memory include already */
  apply(event: ApiEvent): void {
    this.#interim?.push(event);
    this.#follow(event);
  }

  #follow(event: ApiEvent): void {
    if (event.type === 'message') this.#addNext(event.message);
    else if (event.type === 'delete_message') this.#forgetBeside(event.message_ids ?? []);
    else if (event.type === 'update_message' && event.orig_subject !== undefined) {
      this.#forgetBeside(event.message_ids);
      this.#forgetIn(destinationOf(event));
    }
  }

  /** A new message follows the last one of its conversation. */
  #addNext(message: EventOf<'message'>['message']): void {
    const conversation = conversationOf(message, this.#ownId);
    const changed = [...this.#known].filter(
      ([id, { after }]) => after === null && id < message.id && this.#isIn(id, conversation),
    );
    if (changed.length === 0) return;
    const next = changed.map(([id, context]) => [id, { ...context, after: message.id }] as const);
    this.#known = new Map([...this.#known, ...next]);
  }

  /** Forgets the contexts of and with these messages, which are no longer where they were. */
  #forgetBeside(messageIds: readonly number[]): void {
    const gone = new Set(messageIds);
    const isGone = (id: number | null | undefined) => typeof id === 'number' && gone.has(id);
    this.#forget((id, { before, after }) => isGone(id) || isGone(before) || isGone(after));
  }

  /** Forgets the contexts in a conversation: messages that were moved there may be between others. */
  #forgetIn(conversation: Conversation): void {
    this.#forget((id) => this.#isIn(id, conversation));
  }

  #forget(isForgotten: (id: number, context: MessageContext) => boolean): void {
    const kept = [...this.#known].filter(([id, context]) => !isForgotten(id, context));
    if (kept.length < this.#known.size) this.#known = new Map(kept);
  }

  #isIn(id: number, conversation: Conversation): boolean {
    const message = this.#messageOf(id);
    return message !== undefined && isSameTarget(conversationOf(message, this.#ownId), conversation);
  }
}

function destinationOf(event: EventOf<'update_message'>): Conversation {
  const { stream_id = 0, new_stream_id: channelId = stream_id, orig_subject = '', subject } = event;
  return { kind: 'topic', channelId, topic: subject ?? orig_subject };
}
