// Who is typing where, from events; each entry expires if no further event arrives.

import type { ApiEvent, EventOf } from '../../client/event-stream.ts';
import { topicKey } from '../../client/state/topics.ts';
import { Emitter } from '../lib/emitter.ts';
import { type Conversation, otherIds } from './narrow-targets.ts';
import { peopleKey } from './unread-counts.ts';

const MAX_CONVERSATIONS = 1000;

function keyOf(conversation: Conversation): string {
  return conversation.kind === 'topic'
    ? `${conversation.channelId} ${topicKey(conversation.topic)}`
    : `direct ${peopleKey(conversation.ids)}`;
}

export class Typists {
  readonly #notices = new Emitter<'typists'>();
  readonly #ownId: number;
  readonly #expiryMilliseconds: number;
  /** By conversation and account, the timer that ends it. */
  readonly #typing = new Map<string, Map<number, ReturnType<typeof setTimeout>>>();
  #version = 0;

  constructor(ownId: number, lastMilliseconds: number) {
    this.#ownId = ownId;
    this.#expiryMilliseconds = lastMilliseconds;
  }

  get version(): number {
    return this.#version;
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('typists', listener);
  }

  in(conversation: Conversation): number[] {
    return [...(this.#typing.get(keyOf(conversation))?.keys() ?? [])];
  }

  apply(event: ApiEvent): void {
    if (event.type === 'message') this.#stopTyping(event.message.sender_id);
    if (event.type !== 'typing') return;
    const senderId = event.sender.user_id;
    if (senderId === this.#ownId) return;
    this.#set(keyOf(this.#conversationOf(event)), senderId, event.op === 'start');
  }

  #conversationOf(event: EventOf<'typing'>): Conversation {
    if (event.message_type === 'stream')
      return { kind: 'topic', channelId: event.stream_id, topic: event.topic };
    const ids = event.recipients.map(({ user_id }) => user_id);
    return { kind: 'direct', ids: otherIds(ids, this.#ownId) };
  }

  /** An account that sent something has stopped typing, even if its stop event is still to come. */
  #stopTyping(senderId: number): void {
    for (const [key, people] of this.#typing) if (people.has(senderId)) this.#set(key, senderId, false);
  }

  #set(key: string, senderId: number, isTyping: boolean): void {
    const people = this.#typing.get(key) ?? new Map();
    clearTimeout(people.get(senderId));
    people.delete(senderId);
    if (isTyping && this.#typing.size < MAX_CONVERSATIONS) {
      people.set(
        senderId,
        setTimeout(() => this.#set(key, senderId, false), this.#expiryMilliseconds),
      );
    }
    if (people.size > 0) this.#typing.set(key, people);
    else this.#typing.delete(key);
    this.#version += 1;
    this.#notices.emit('typists');
  }
}
