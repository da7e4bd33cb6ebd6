// Plans an organization of a given size: its channels and conversations, the subscriptions, and the conversation of each
// message. Deterministic, so every run has the same data.

export interface Size {
  readonly people: number;
  readonly messages: number;
  /** The number of messages in the archive channel, for `mark_stream_as_read`. */
  readonly unread: number;
  /** The number of people who have not read any of these messages. */
  readonly fresh: number;
}

/** A planned conversation: a topic by its channel and number, or direct messages between two people. */
export type PlannedConversation =
  | { readonly kind: 'topic'; readonly channel: number; readonly topic: number }
  | { readonly kind: 'direct'; readonly people: readonly [number, number] };

/** Everyone is subscribed to channel 0; channel 1 is the archive with many unread messages. */
export const EVERYONE = 0;
export const ARCHIVE = 1;

/** Spreads consecutive numbers over a range. */
const STRIDE = 7919;

export class Plan {
  readonly size: Size;
  readonly channels: number;
  readonly topicsPerChannel: number;
  readonly conversations: readonly PlannedConversation[];
  readonly #archiveTopics: number;

  constructor(size: Size) {
    this.size = size;
    // About 400 messages to a topic in small organizations, and two hundred topics in large ones.
    const topics = Math.min(200, Math.max(4, Math.floor(size.messages / 800)));
    this.channels = Math.max(2, Math.min(20, Math.floor(topics / 2)));
    this.topicsPerChannel = Math.ceil(topics / this.channels);
    const conversations: PlannedConversation[] = [];
    for (let channel = 0; channel < this.channels; channel++) {
      for (let topic = 0; topic < this.topicsPerChannel; topic++)
        conversations.push({ kind: 'topic', channel, topic });
    }
    for (let pair = 0; pair < topics; pair++)
      conversations.push({ kind: 'direct', people: this.#pair(pair) });
    // Topics of the archive come first, see `conversationOf`.
    const isArchive = (conversation: PlannedConversation) =>
      conversation.kind === 'topic' && conversation.channel === ARCHIVE;
    this.conversations = [
      ...conversations.filter(isArchive),
      ...conversations.filter((conversation) => !isArchive(conversation)),
    ];
    this.#archiveTopics = this.topicsPerChannel;
  }

  #pair(index: number): readonly [number, number] {
    const first = (index * 2) % this.size.people;
    return [first, (first + 1 + Math.floor((index * 2) / this.size.people)) % this.size.people];
  }

  /** Whether a person is subscribed to a channel; fresh people are only in the first two. */
  isSubscribed(person: number, channel: number): boolean {
    if (channel === EVERYONE || channel === ARCHIVE) return true;
    return !this.isFresh(person) && (person + channel) % 2 === 0;
  }

  /** Whether a person has never read or sent a message. */
  isFresh(person: number): boolean {
    return person >= this.size.people - this.size.fresh;
  }

  /** The index in `conversations` for a message, by its number from 0. */
  conversationOf(message: number): number {
    const { messages, unread } = this.size;
    const ordinary = this.conversations.length - this.#archiveTopics;
    if (unread === 0) return (message * STRIDE) % this.conversations.length;
    // The archive's messages are spread evenly over all of history.
    const before = Math.floor((message * unread) / messages);
    const after = Math.floor(((message + 1) * unread) / messages);
    if (after > before) return before % this.#archiveTopics;
    return this.#archiveTopics + (((message - before) * STRIDE) % ordinary);
  }

  /** The number of the person who sends a message. */
  senderOf(message: number, conversation: PlannedConversation): number {
    if (conversation.kind === 'direct') return conversation.people[(message >> 1) & 1] ?? 0;
    for (let person = (message * 31) % this.size.people; ; person = (person + 1) % this.size.people) {
      if (this.isSubscribed(person, conversation.channel) && !this.isFresh(person)) return person;
    }
  }

  topicName(topic: number): string {
    const subjects = [
      'release',
      'planning',
      'incidents',
      'ideas',
      'support',
      'hiring',
      'design review',
      'Straßenfest',
      'weekly',
      'tooling',
    ];
    return `${subjects[topic % subjects.length]} ${topic + 1}`;
  }
}
