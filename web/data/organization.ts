// The organization as this browser holds it: the API client, the state that events keep up to date, and
// subscriptions to its parts. One object per page.

import type { ApiEvent, EventOf } from '../../client/event-stream.ts';
import type { Snapshot, StateUpdate } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';
import { Emitter } from '../lib/emitter.ts';
import { type CachedView, restoreView } from '../store/cached-view.ts';
import { ChannelTopics } from '../store/channel-topics.ts';
import { channelsToRefetch, isLive } from '../store/live-narrows.ts';
import { lostChannels } from '../store/lost-channels.ts';
import type { FetchPage } from '../store/message-list.ts';
import { MessageLists } from '../store/message-lists.ts';
import { type Presences, type PresenceUpdate, presencesOf, withPresences } from '../store/presence.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { Typists } from '../store/typists.ts';
import { isAnonymous } from './anonymous.ts';
import { pageFetcher, topicsForAnonymous } from './fetch-page.ts';

type EventListener = (event: ApiEvent) => void;

/** Whether events arrive. */
export type Connection = 'following' | 'interrupted';

/** Pages of messages that can be read offline. */
export interface CachedPages {
  /** Fetches from the server, and from the cache if it cannot be reached. */
  pages(fetch: FetchPage): FetchPage;
  /** Whether cached messages are shown; resets it, because the caller fetches them again. */
  takeCacheShown(): boolean;
}

export interface OrganizationOptions {
  readonly client: ParleyClient;
  readonly snapshot: Snapshot;
  /** By the id of the logged-in account. Without it nothing is cached. */
  readonly cachedPages?: ((ownId: number) => CachedPages) | undefined;
  /** Views as of this snapshot, or later. */
  readonly cachedViews?: readonly CachedView[] | undefined;
}

export class Organization {
  /** Calls operations as the logged-in account. */
  readonly client: ParleyClient;
  readonly ownId: number;
  /** An anonymous viewer, who can only read. */
  readonly isAnonymous: boolean;
  /** The messages held by this browser, by narrow. */
  readonly messages: MessageLists;
  readonly topics: ChannelTopics;
  readonly typists: Typists;
  readonly #cachedPages: CachedPages | undefined;
  #presences: Presences;
  #state: State;
  #queueId: string;
  #connection: Connection = 'following';
  readonly #notices = new Emitter<'state' | 'connection' | 'presences'>();
  readonly #eventListeners = new Map<string, Set<EventListener>>();
  readonly #snapshotListeners = new Set<() => void>();

  constructor({ client, snapshot, cachedPages, cachedViews = [] }: OrganizationOptions) {
    this.client = client;
    this.ownId = snapshot.user_id ?? 0;
    this.isAnonymous = isAnonymous(snapshot);
    this.#state = snapshot;
    this.#queueId = snapshot.queue_id ?? '';
    this.#presences = presencesOf(snapshot);
    const typingEnds = snapshot.server_typing_started_expiry_period_milliseconds ?? 15_000;
    this.typists = new Typists(this.ownId, typingEnds);
    const fetchPages = pageFetcher(client, this.isAnonymous);
    this.#cachedPages = this.isAnonymous ? undefined : cachedPages?.(this.ownId);
    const pages = this.#cachedPages?.pages(fetchPages) ?? fetchPages;
    this.topics = new ChannelTopics(async (stream_id) => {
      if (this.isAnonymous) return topicsForAnonymous(pages, stream_id);
      const { topics } = await client.call('get-stream-topics', { stream_id, allow_empty_topic_name: true });
      return topics;
    });
    this.messages = new MessageLists(pages, {
      ownId: this.ownId,
      isMuted: (channelId, topic) => topicPolicies(this.#state).isMuted(channelId, topic),
    });
    // Restored in reverse, so that the most recently viewed one comes last.
    for (const view of cachedViews.toReversed()) {
      if (isLive(view.narrow, snapshot, this.isAnonymous)) restoreView(this.messages, view);
    }
  }

  /** The snapshot with every later event applied. Sections that did not change keep their identity. */
  get state(): State {
    return this.#state;
  }

  /** The queue whose events arrive here. A message sent with this id comes back with its `local_id`. */
  get queueId(): string {
    return this.#queueId;
  }

  /** When each account was last active. */
  get presences(): Presences {
    return this.#presences;
  }

  /** Applies presence from an event or from the answer to the client's own report. */
  takePresences(update: PresenceUpdate): void {
    const next = withPresences(this.#presences, update);
    if (next === this.#presences) return;
    this.#presences = next;
    this.#notices.emit('presences');
  }

  onPresences(listener: () => void): () => void {
    return this.#notices.listen('presences', listener);
  }

  get connection(): Connection {
    return this.#connection;
  }

  set connection(connection: Connection) {
    if (this.#connection === connection) return;
    this.#connection = connection;
    if (connection === 'following' && this.#cachedPages?.takeCacheShown()) this.messages.forgetAll();
    this.#notices.emit('connection');
  }

  /** Calls the listener after the state changed, once per task. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    return this.#notices.listen('state', listener);
  }

  onConnection(listener: () => void): () => void {
    return this.#notices.listen('connection', listener);
  }

  /**
   * Calls the listener with each event of a type, after it was applied to the state. Returns a function that
   * removes it.
   */
  on<T extends ApiEvent['type']>(type: T, listener: (event: EventOf<T>) => void): () => void {
    const listeners = this.#eventListeners.get(type) ?? new Set();
    this.#eventListeners.set(type, listeners.add(listener as EventListener));
    return () => void listeners.delete(listener as EventListener);
  }

  /** Calls the listener when a new snapshot has replaced everything: what was fetched before may be stale. */
  onSnapshot(listener: () => void): () => void {
    this.#snapshotListeners.add(listener);
    return () => void this.#snapshotListeners.delete(listener);
  }

  /** Applies a snapshot or an event. */
  apply(step: StateUpdate): void {
    if (step.kind === 'snapshot') this.#replace(step.snapshot);
    else this.#apply(step.event);
  }

  #replace(snapshot: Snapshot): void {
    this.#state = snapshot;
    this.#queueId = snapshot.queue_id ?? '';
    this.#presences = presencesOf(snapshot);
    this.messages.forgetAll();
    this.topics.forgetAll();
    for (const listener of [...this.#snapshotListeners]) listener();
    this.#notices.emit('state');
  }

  #apply(event: ApiEvent): void {
    const next = fold(this.#state, event, this.ownId);
    if (next !== this.#state) {
      this.#state = next;
      this.#notices.emit('state');
    }
    this.messages.apply(event);
    this.topics.apply(event);
    this.typists.apply(event);
    for (const channelId of lostChannels(next, event)) this.messages.removeChannel(channelId);
    for (const channelId of channelsToRefetch(event)) this.messages.forgetChannel(channelId);
    if (event.type === 'user_topic' || event.type === 'subscription') this.messages.mutedChanged();
    if (event.type === 'presence' && 'presences' in event) this.takePresences(event);
    for (const listener of [...(this.#eventListeners.get(event.type) ?? [])]) listener(event);
  }
}
