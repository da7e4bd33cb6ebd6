// The messages that are pinned for everyone, by conversation: fetched when a conversation is first shown, and kept up to
// date by events.

import type { ApiEvent } from '../../client/event-stream.ts';
import { Emitter } from '../lib/emitter.ts';
import { conversationKey } from './conversation-key.ts';
import { type Conversation, otherIds } from './narrow-targets.ts';

/** A pinned message, as far as a line about it shows it. */
export interface PinnedMessage {
  readonly id: number;
  readonly sender: string;
  /** HTML. */
  readonly content: string;
}

/** Fetches the pinned messages of a conversation, the newest pin first. */
export type FetchPins = (conversation: Conversation) => Promise<readonly PinnedMessage[]>;

export class PinnedMessages {
  readonly #fetch: FetchPins;
  readonly #ownId: number;
  readonly #byKey = new Map<string, readonly PinnedMessage[]>();
  readonly #changes = new Emitter<'pins'>();
  /** Counts what makes the answers to all earlier requests outdated. */
  #version = 0;
  /** Pending requests by conversation. They are repeated by themselves when something makes their answer outdated. */
  readonly #pending = new Map<string, Promise<void>>();
  /** For each pending request, the messages that were edited, deleted or unpinned since it was sent. */
  readonly #changedMeanwhile = new Set<Set<number>>();

  constructor(fetch: FetchPins, ownId: number) {
    this.#fetch = fetch;
    this.#ownId = ownId;
  }

  listen(listener: () => void): () => void {
    return this.#changes.listen('pins', listener);
  }

  /** The newest pin first; undefined until they are fetched. */
  of(conversation: Conversation): readonly PinnedMessage[] | undefined {
    return this.#byKey.get(conversationKey(conversation));
  }

  /** Increases whenever pins are forgotten, which may be so soon after they were fetched that no one saw them. */
  get version(): number {
    return this.#version;
  }

  /** Whether a message is known to be pinned. */
  isPinned(id: number): boolean {
    return [...this.#byKey.values()].some((pins) => pins.some((pin) => pin.id === id));
  }

  /** Fetches the pins of a conversation, again if they changed meanwhile. */
  open(conversation: Conversation): Promise<void> {
    const key = conversationKey(conversation);
    const pending =
      this.#pending.get(key) ?? this.#load(conversation).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #load(conversation: Conversation): Promise<void> {
    const version = this.#version;
    const changed = new Set<number>();
    this.#changedMeanwhile.add(changed);
    let pins: readonly PinnedMessage[];
    try {
      pins = await this.#fetch(conversation);
    } finally {
      this.#changedMeanwhile.delete(changed);
    }
    if (version !== this.#version || pins.some(({ id }) => changed.has(id))) return this.#load(conversation);
    this.#byKey.set(conversationKey(conversation), pins);
    this.#changes.emit('pins');
  }

  apply(event: ApiEvent): void {
    switch (event.type) {
      case 'pinned_messages':
        if (event.op === 'remove') this.#remove(new Set([event.message_id]));
        else this.#forget(this.#conversationOf(event));
        break;
      case 'delete_message':
        this.#remove(new Set(event.message_ids ?? [event.message_id ?? 0]));
        break;
      case 'update_message':
        // Pins follow messages that are moved.
        if (event.orig_subject !== undefined || event.new_stream_id !== undefined) this.forgetAll();
        else if (event.rendered_content !== undefined)
          this.#changeContent(event.message_id, event.rendered_content);
        break;
      case 'stream':
        if (event.op !== 'create') this.forgetAll();
        break;
      default:
    }
  }

  /** Lets everything be fetched again. */
  forgetAll(): void {
    this.#version += 1;
    this.#byKey.clear();
    this.#changes.emit('pins');
  }

  #conversationOf({
    stream_id,
    topic,
    user_ids,
  }: {
    readonly stream_id: number | null;
    readonly topic: string;
    readonly user_ids: readonly number[];
  }): Conversation {
    return stream_id === null
      ? { kind: 'direct', ids: otherIds(user_ids, this.#ownId) }
      : { kind: 'topic', channelId: stream_id, topic };
  }

  #forget(conversation: Conversation): void {
    this.#version += 1;
    this.#byKey.delete(conversationKey(conversation));
    this.#changes.emit('pins');
  }

  #remove(ids: ReadonlySet<number>): void {
    this.#change(ids, (pins) => pins.filter(({ id }) => !ids.has(id)));
  }

  #changeContent(messageId: number, content: string): void {
    this.#change(new Set([messageId]), (pins) =>
      pins.map((pin) => (pin.id === messageId ? { ...pin, content } : pin)),
    );
  }

  /** Changes the lists that contain one of the messages, and makes pending answers that contain one outdated. */
  #change(
    ids: ReadonlySet<number>,
    change: (pins: readonly PinnedMessage[]) => readonly PinnedMessage[],
  ): void {
    for (const pending of this.#changedMeanwhile) for (const id of ids) pending.add(id);
    const changed = [...this.#byKey].filter(([, pins]) => pins.some(({ id }) => ids.has(id)));
    for (const [key, pins] of changed) this.#byKey.set(key, change(pins));
    if (changed.length > 0) this.#changes.emit('pins');
  }
}
