// The topics of channels, newest first: fetched when a channel is first looked at, then kept right by events.

import type { ApiEvent } from '../../client/event-stream.ts';
import { topicKey } from '../../client/state/topics.ts';
import { Notices } from '../lib/notices.ts';
import { updateOf } from './message.ts';

export interface Topic {
  readonly name: string;
  /** The newest message in it. */
  readonly max_id: number;
}

export type FetchTopics = (channelId: number) => Promise<readonly Topic[]>;

const MOST_CHANNELS = 100;
const none: readonly Topic[] = [];

export class ChannelTopics {
  readonly #fetch: FetchTopics;
  readonly #topics = new Map<number, readonly Topic[]>();
  /** What was sent since the topics were last looked at, by channel and name, the newest last. */
  readonly #news = new Map<number, Map<string, Topic>>();
  /** The channels that are asked for, with what was sent to them meanwhile. */
  readonly #loading = new Map<number, Topic[]>();
  readonly #notices = new Notices<'topics'>();
  #version = 0;

  constructor(fetch: FetchTopics) {
    this.#fetch = fetch;
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('topics', listener);
  }

  /** What is known; asks for the rest where nothing is. */
  of(channelId: number): readonly Topic[] {
    const known = this.#known(channelId);
    if (!known) this.#load(channelId);
    return known ?? none;
  }

  /** What is known, without asking for more. */
  held(channelId: number): readonly Topic[] {
    return this.#known(channelId) ?? none;
  }

  isLoaded(channelId: number): boolean {
    return this.#topics.has(channelId);
  }

  forgetAll(): void {
    this.#topics.clear();
    this.#news.clear();
    this.#version += 1;
    this.#notices.tell('topics');
  }

  #load(channelId: number): void {
    if (this.#loading.has(channelId)) return;
    // What the answer says of these counts.
    this.#known(channelId);
    const meanwhile: Topic[] = [];
    this.#loading.set(channelId, meanwhile);
    this.#fetch(channelId)
      .catch(() => none)
      .then((topics) => {
        this.#loading.delete(channelId);
        this.#set(channelId, meanwhile.reduce(withNewest, topics));
      });
  }

  #set(channelId: number, topics: readonly Topic[]): void {
    this.#news.delete(channelId);
    this.#topics.delete(channelId);
    this.#topics.set(channelId, topics);
    for (const [oldest] of this.#topics) {
      if (this.#topics.size <= MOST_CHANNELS) break;
      this.#topics.delete(oldest);
      this.#news.delete(oldest);
    }
    this.#version += 1;
    this.#notices.tell('topics');
  }

  apply(event: ApiEvent): void {
    if (event.type === 'message' && event.message.stream_id !== undefined) {
      this.#sent(event.message.stream_id, event.message.subject, event.message.id);
    }
    // Which topics are left after these only the server knows.
    if (event.type === 'delete_message') this.#stale(event.stream_id);
    if (event.type === 'update_message') {
      const { orig_subject, stream_id, new_stream_id } = updateOf(event);
      if (orig_subject === undefined) return;
      this.#stale(stream_id);
      this.#stale(new_stream_id);
    }
  }

  #sent(channelId: number, name: string, id: number): void {
    const topic = { name, max_id: id };
    this.#loading.get(channelId)?.push(topic);
    if (!this.#topics.has(channelId)) return;
    const news = this.#news.get(channelId) ?? new Map<string, Topic>();
    news.delete(name);
    this.#news.set(channelId, news.set(name, topic));
    this.#version += 1;
    this.#notices.tell('topics');
  }

  /** What is known with what was sent since: put in once for all that came in one batch. */
  #known(channelId: number): readonly Topic[] | undefined {
    const topics = this.#topics.get(channelId);
    const news = this.#news.get(channelId);
    if (!topics || !news) return topics;
    this.#news.delete(channelId);
    const settled = [...news.values()].reduce(withNewest, topics);
    this.#topics.set(channelId, settled);
    return settled;
  }

  /** What is known stays shown until what is so comes. */
  #stale(channelId: number | undefined): void {
    if (channelId !== undefined && this.#topics.has(channelId)) this.#load(channelId);
  }
}

/** The topics with one that is now the newest, unless something newer is known of it. */
function withNewest(topics: readonly Topic[], newest: Topic): readonly Topic[] {
  const place = placeOf(topics, newest.name);
  const present = topics[place];
  if (!present) return [newest, ...topics];
  if (present.max_id >= newest.max_id) return topics;
  return [newest, ...topics.slice(0, place), ...topics.slice(place + 1)];
}

/** The same letters are found at once; others only where it is written otherwise. */
function placeOf(topics: readonly Topic[], name: string): number {
  const place = topics.findIndex((one) => one.name === name);
  if (place >= 0) return place;
  const key = topicKey(name);
  return topics.findIndex((one) => topicKey(one.name) === key);
}
