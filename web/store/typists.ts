// Who is writing where, from what others tell; it ends by itself when nothing more is told.

import type { ApiEvent } from '../../client/event-stream.ts';
import { topicKey } from '../../client/state/topics.ts';
import { Notices } from '../lib/notices.ts';
import { type Conversation, othersIn } from './places.ts';
import { peopleKey } from './unread-counts.ts';

interface TypingEvent {
  readonly op: 'start' | 'stop';
  readonly sender: { readonly user_id: number };
  readonly recipients?: readonly { readonly user_id: number }[];
  readonly stream_id?: number;
  readonly topic?: string;
}

const MOST = 1000;

function keyOf(place: Conversation): string {
  return place.kind === 'topic'
    ? `${place.channelId} ${topicKey(place.topic)}`
    : `direct ${peopleKey(place.ids)}`;
}

export class Typists {
  readonly #notices = new Notices<'typists'>();
  readonly #ownId: number;
  readonly #lastMilliseconds: number;
  /** By conversation, who, and the timer that ends it. */
  readonly #typing = new Map<string, Map<number, ReturnType<typeof setTimeout>>>();
  #version = 0;

  constructor(ownId: number, lastMilliseconds: number) {
    this.#ownId = ownId;
    this.#lastMilliseconds = lastMilliseconds;
  }

  get version(): number {
    return this.#version;
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('typists', listener);
  }

  in(place: Conversation): number[] {
    return [...(this.#typing.get(keyOf(place))?.keys() ?? [])];
  }

  apply(event: ApiEvent): void {
    if (event.type === 'message') this.#wrote(event.message.sender_id);
    if (event.type !== 'typing') return;
    const told = event as unknown as TypingEvent;
    const who = told.sender.user_id;
    if (who === this.#ownId) return;
    const ids = (told.recipients ?? []).map(({ user_id }) => user_id);
    const place: Conversation =
      told.stream_id === undefined
        ? { kind: 'direct', ids: othersIn(ids, this.#ownId) }
        : { kind: 'topic', channelId: told.stream_id, topic: told.topic ?? '' };
    this.#set(keyOf(place), who, told.op === 'start');
  }

  /** Whoever sent something has stopped, before it is told. */
  #wrote(who: number): void {
    for (const [key, people] of this.#typing) if (people.has(who)) this.#set(key, who, false);
  }

  #set(key: string, who: number, isTyping: boolean): void {
    const people = this.#typing.get(key) ?? new Map();
    clearTimeout(people.get(who));
    people.delete(who);
    if (isTyping && this.#typing.size < MOST) {
      people.set(
        who,
        setTimeout(() => this.#set(key, who, false), this.#lastMilliseconds),
      );
    }
    if (people.size > 0) this.#typing.set(key, people);
    else this.#typing.delete(key);
    this.#version += 1;
    this.#notices.tell('typists');
  }
}
