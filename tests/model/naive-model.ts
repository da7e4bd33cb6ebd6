// The read state and flags in their simplest form: one row per account and message, with a set of flags. What the server
// derives from periods, marks and exceptions must be equal.

import {
  type Conversation,
  contentFlags,
  type Flag,
  isSameTopic,
  type Mentions,
  type NaiveMessage,
  rowOf,
  type Topic,
} from './naive/message.ts';
import { NaiveOrganization } from './naive/organization.ts';
import { NaivePins } from './naive/pins.ts';

export const noMentions: Mentions = { people: [], group: false, channel: false, topic: false, words: [] };

export class NaiveModel {
  readonly organization: NaiveOrganization;
  readonly messages = new Map<number, NaiveMessage>();
  readonly pins = new NaivePins();

  constructor(people: readonly number[]) {
    this.organization = new NaiveOrganization(people);
  }

  inTopic(conversation: Topic): NaiveMessage[] {
    return [...this.messages.values()].filter(
      (message) => 'channel' in message.conversation && isSameTopic(message.conversation, conversation),
    );
  }

  inChannel(channel: number): NaiveMessage[] {
    return [...this.messages.values()].filter(
      ({ conversation }) => 'channel' in conversation && conversation.channel === channel,
    );
  }

  // --- messages --------------------------------------------------------------------------------------------

  send(id: number, sender: number, conversation: Conversation, mentions: Mentions): void {
    const { inactive, mutedPeople, channels } = this.organization;
    const message: NaiveMessage = {
      id,
      sender,
      conversation,
      rows: new Map(),
      reactors: new Set(),
      mentioned: { channel: false, topic: new Set<number>(), group: new Set<number>() },
      received: new Set(),
      movedIn: new Set(),
    };
    const participants = this.#participants(conversation, mentions);
    const to =
      'people' in conversation
        ? conversation.people
        : [...(channels.get(conversation.channel)?.subscribers ?? [])];
    for (const person of to) {
      if (inactive.has(person)) continue;
      const flags = new Set<Flag>();
      if (person === sender || mutedPeople.has(`${person} ${sender}`)) flags.add('read');
      message.rows.set(person, flags);
      message.received.add(person);
    }
    this.messages.set(id, message);
    this.#setMentions(message, mentions, participants);
  }

  /** Adds a notice that a topic was resolved. */
  notice(id: number, sender: number, conversation: Topic): void {
    this.send(id, sender, conversation, noMentions);
    for (const [person, flags] of this.messages.get(id)?.rows ?? []) {
      if (this.organization.readsNotices(person, conversation)) flags.add('read');
    }
  }

  edit(id: number, mentions: Mentions): void {
    const message = this.messages.get(id);
    if (message) this.#setMentions(message, mentions, this.#participants(message.conversation, mentions));
  }

  /** Whom a topic mention reaches: the active accounts that wrote or reacted there. */
  #participants(conversation: Conversation, mentions: Mentions): Set<number> {
    if (!mentions.topic || !('channel' in conversation)) return new Set();
    const all = this.inTopic(conversation).flatMap((message) => [message.sender, ...message.reactors]);
    return new Set(all.filter((person) => !this.organization.inactive.has(person)));
  }

  #setMentions(message: NaiveMessage, mentions: Mentions, topic: ReadonlySet<number>): void {
    const { organization } = this;
    const group = mentions.group ? organization.mentionedByGroup : new Set<number>();
    message.mentioned = { channel: mentions.channel, topic, group };
    for (const [person, flags] of message.rows) {
      for (const flag of contentFlags) flags.delete(flag);
      if (mentions.people.includes(person)) flags.add('mentioned');
      const isActive = !organization.inactive.has(person);
      if (isActive && organization.watchesFor(person, mentions.words)) flags.add('has_alert_word');
      this.#addWideMentions(message, person, flags);
    }
  }

  #addWideMentions({ mentioned, received }: NaiveMessage, person: number, flags: Set<Flag>): void {
    if (!received.has(person)) return;
    if (mentioned.group.has(person)) flags.add('mentioned');
    if (mentioned.channel) flags.add('stream_wildcard_mentioned');
    if (mentioned.topic.has(person)) flags.add('topic_wildcard_mentioned');
  }

  /** Accounts not subscribed at the target keep the messages as read; those without access lose them. */
  move(ids: readonly number[], from: Topic, to: Topic): void {
    const isWhole = this.inTopic(from).every(({ id }) => ids.includes(id));
    const joins = this.inTopic(to).length > 0;
    for (const id of ids) {
      const message = this.messages.get(id);
      if (!message) continue;
      message.conversation = to;
      if (from.channel !== to.channel) this.#arrive(message, to.channel);
    }
    if (!isWhole) return;
    this.organization.movePolicies(from, to, joins);
    this.pins.moveTopic(from, to, this.organization.canHavePinnedTopics(to.channel));
  }

  #arrive(message: NaiveMessage, channel: number): void {
    const subscribers = this.organization.channels.get(channel)?.subscribers ?? new Set();
    for (const [person, flags] of message.rows) if (!subscribers.has(person)) flags.add('read');
    for (const person of subscribers) {
      if (this.organization.inactive.has(person)) continue;
      message.received.add(person);
      const existing = message.rows.get(person);
      const flags = existing ?? new Set<Flag>(['read']);
      this.#addWideMentions(message, person, flags);
      if (existing) continue;
      message.rows.set(person, flags);
      message.movedIn.add(person);
    }
  }

  delete(id: number): void {
    const conversation = this.messages.get(id)?.conversation;
    this.messages.delete(id);
    this.pins.messages.delete(id);
    if (conversation && 'channel' in conversation && this.inTopic(conversation).length === 0)
      this.pins.unpinTopic(conversation);
  }

  react(person: number, id: number, isActive: boolean): void {
    const message = this.messages.get(id);
    if (!message) return;
    if (!isActive) message.reactors.delete(person);
    else {
      message.reactors.add(person);
      rowOf(message, person);
    }
  }

  // --- reading and starring ----------------------------------------------------------------------------------

  unsubscribe(person: number, channel: number): void {
    this.organization.channels.get(channel)?.subscribers.delete(person);
    this.#readAmong(person, this.inChannel(channel));
  }

  mutePerson(person: number, muted: number): void {
    this.organization.mutedPeople.add(`${person} ${muted}`);
    this.#readAmong(
      person,
      [...this.messages.values()].filter(({ sender }) => sender === muted),
    );
  }

  markRead(person: number, ids: readonly number[]): void {
    this.#readAmong(
      person,
      ids.flatMap((id) => this.messages.get(id) ?? []),
    );
  }

  markChannelRead(person: number, channel: number): void {
    this.#readAmong(person, this.inChannel(channel));
  }

  markTopicRead(person: number, conversation: Topic): void {
    this.#readAmong(person, this.inTopic(conversation));
  }

  markAllRead(person: number): void {
    this.#readAmong(person, [...this.messages.values()]);
  }

  #readAmong(person: number, messages: readonly NaiveMessage[]): void {
    for (const message of messages) message.rows.get(person)?.add('read');
  }

  markUnread(person: number, ids: readonly number[]): void {
    for (const id of ids) {
      const message = this.messages.get(id);
      if (!message) continue;
      const { conversation } = message;
      if ('channel' in conversation && !this.organization.isSubscribed(person, conversation.channel))
        continue;
      rowOf(message, person).delete('read');
    }
  }

  star(person: number, id: number, isStarred: boolean): void {
    const message = this.messages.get(id);
    if (!message) return;
    if (isStarred) rowOf(message, person).add('starred');
    else message.rows.get(person)?.delete('starred');
  }
}
