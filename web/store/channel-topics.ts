// The topics of channels, newest first: fetched when a channel is first viewed, then updated by events.

import type { ApiEvent } from '../../client/event-stream.ts';
import { topicKey } from '../../client/state/topics.ts';
import { Emitter } from '../lib/emitter.ts';

export interface Topic {
  readonly name: string;
  /** The id of its newest message. */
  readonly max_id: number;
}

export type FetchTopics = (channelId: number) => Promise<readonly Topic[]>;

const MAX_CHANNELS = 100;
const none: readonly Topic[] = [];

export class ChannelTopics {
  readonly #fetch: FetchTopics;
  readonly #topics = new Map<number, readonly Topic[]>();
  /** Messages sent since the topics were last read, by channel and topic name, the newest last. */
  readonly #recent = new Map<number, Map<string, Topic>>();
  /** Channels being fetched, with the topics of messages that arrive meanwhile. */
  readonly #loading = new Map<number, Topic[]>();
  readonly #notices = new Emitter<'topics'>();
  #version = 0;

  constructor(fetch: FetchTopics) {
    this.#fetch = fetch;
  }

  /** Increases with each change. */
  get version(): number {
    return this.#version;
  }

  listen(listener: () => void): () => void {
    return this.#notices.listen('topics', listener);
  }

  /** The cached topics; fetches them if there are none. */
  of(channelId: number): readonly Topic[] {
    const cached = this.#cached(channelId);
    if (!cached) this.#load(channelId);
    return cached ?? none;
  }

  /** The cached topics, without fetching. */
  cached(channelId: number): readonly Topic[] {
    return this.#cached(channelId) ?? none;
  }

  isLoaded(channelId: number): boolean {
    return this.#topics.has(channelId);
  }

  forgetAll(): void {
    this.#topics.clear();
    this.#recent.clear();
    this.#version += 1;
    this.#notices.emit('topics');
  }

  #load(channelId: number): void {
    if (this.#loading.has(channelId)) return;
    const arrivedTopics: Topic[] = [];
    this.#loading.set(channelId, arrivedTopics);
    void this.#fetch(channelId)
      .catch(() => none)
      .then((topics) => {
        this.#loading.delete(channelId);
        this.#set(channelId, arrivedTopics.reduce(withNewest, topics));
      });
  }

  #set(channelId: number, topics: readonly Topic[]): void {
    this.#recent.delete(channelId);
    this.#topics.delete(channelId);
    this.#topics.set(channelId, topics);
    for (const [oldest] of this.#topics) {
      if (this.#topics.size <= MAX_CHANNELS) break;
      this.#topics.delete(oldest);
      this.#recent.delete(oldest);
    }
    this.#version += 1;
    this.#notices.emit('topics');
  }

  apply(event: ApiEvent): void {
    if (event.type === 'message' && event.message.stream_id !== undefined) {
      this.#addMessage(event.message.stream_id, event.message.subject, event.message.id);
    }
    // Only the server knows which topics remain after these.
    if (event.type === 'delete_message') this.#refetch(event.stream_id);
    if (event.type === 'update_message') {
      const { orig_subject, stream_id, new_stream_id } = event;
      if (orig_subject === undefined) return;
      this.#refetch(stream_id);
      this.#refetch(new_stream_id);
    }
  }

  #addMessage(channelId: number, name: string, id: number): void {
    const topic = { name, max_id: id };
    this.#loading.get(channelId)?.push(topic);
    if (!this.#topics.has(channelId)) return;
    const recent = this.#recent.get(channelId) ?? new Map<string, Topic>();
    recent.delete(name);
    this.#recent.set(channelId, recent.set(name, topic));
    this.#version += 1;
    this.#notices.emit('topics');
  }

  /** The cached topics, after applying the messages that arrived since the last call. */
  #cached(channelId: number): readonly Topic[] | undefined {
    const topics = this.#topics.get(channelId);
    const recent = this.#recent.get(channelId);
    if (!topics || !recent) return topics;
    this.#recent.delete(channelId);
    const settled = [...recent.values()].reduce(withNewest, topics);
    this.#topics.set(channelId, settled);
    return settled;
  }

  /** The old topics stay visible until the new ones arrive. */
  #refetch(channelId: number | undefined): void {
    if (channelId !== undefined && this.#topics.has(channelId)) this.#load(channelId);
  }
}

/** Moves or adds a topic to the front of the topics, unless a newer message of it is already known. */
function withNewest(topics: readonly Topic[], newest: Topic): readonly Topic[] {
  const index = indexOfTopic(topics, newest.name);
  const existing = topics[index];
  if (!existing) return [newest, ...topics];
  if (existing.max_id >= newest.max_id) return topics;
  return [newest, ...topics.slice(0, index), ...topics.slice(index + 1)];
}

/** Compares exact names first, which is fast; then case-insensitively. */
function indexOfTopic(topics: readonly Topic[], name: string): number {
  const index = topics.findIndex((topic) => topic.name === name);
  if (index >= 0) return index;
  const key = topicKey(name);
  return topics.findIndex((topic) => topicKey(topic.name) === key);
}
