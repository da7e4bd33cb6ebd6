// The read state and the flags as anyone would write them first: one row per person and message, a set of flags in
// it. What the server derives from periods, marks and exceptions must come out as this does.

export type Flag =
  | 'read'
  | 'starred'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'historical';

const mentionFlags = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as const;

export interface Mentions {
  readonly people: readonly number[];
  readonly group: boolean;
  readonly channel: boolean;
  readonly topic: boolean;
}

export const noMentions: Mentions = { people: [], group: false, channel: false, topic: false };

export type Place =
  | { readonly channel: number; readonly topic: string }
  | { readonly people: readonly number[] };

export interface NaiveMessage {
  readonly id: number;
  readonly sender: number;
  place: Place;
  readonly rows: Map<number, Set<Flag>>;
  /** What its present content mentions beyond single people, with who that was at the time. */
  mentioned: {
    readonly channel: boolean;
    readonly topic: ReadonlySet<number>;
    readonly group: ReadonlySet<number>;
  };
  /** Who was subscribed where it arrived, when it was sent or moved there: mentions of many reach them. */
  readonly received: Set<number>;
  /** People who have it only because it was moved to where they are; they have not read it. */
  readonly movedIn: Set<number>;
}

interface NaiveChannel {
  readonly subscribers: Set<number>;
  readonly muted: Set<number>;
  readonly isPrivate: boolean;
}

function sameTopic(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export class NaiveModel {
  readonly people: readonly number[];
  readonly inactive = new Set<number>();
  readonly channels = new Map<number, NaiveChannel>();
  readonly group = new Set<number>();
  readonly messages = new Map<number, NaiveMessage>();
  /** `muter muted`. */
  readonly mutedPeople = new Set<string>();

  constructor(people: readonly number[]) {
    this.people = people;
  }

  get active(): number[] {
    return this.people.filter((person) => !this.inactive.has(person));
  }

  addChannel(id: number, isPrivate: boolean, subscribers: readonly number[]): void {
    this.channels.set(id, { isPrivate, subscribers: new Set(subscribers), muted: new Set() });
  }

  isSubscribed(person: number, channel: number): boolean {
    return this.channels.get(channel)?.subscribers.has(person) ?? false;
  }

  inTopic(channel: number, topic: string): NaiveMessage[] {
    return [...this.messages.values()].filter(
      ({ place }) => 'channel' in place && place.channel === channel && sameTopic(place.topic, topic),
    );
  }

  inChannel(channel: number): NaiveMessage[] {
    return [...this.messages.values()].filter(({ place }) => 'channel' in place && place.channel === channel);
  }

  // --- what people do --------------------------------------------------------------------------------------

  send(id: number, sender: number, place: Place, mentions: Mentions): void {
    const mentioned = { channel: false, topic: new Set<number>(), group: new Set<number>() };
    const message: NaiveMessage = {
      id,
      sender,
      place,
      rows: new Map(),
      mentioned,
      received: new Set(),
      movedIn: new Set(),
    };
    const participants =
      mentions.topic && 'channel' in place
        ? this.participants(place.channel, place.topic)
        : new Set<number>();
    const to = 'people' in place ? place.people : [...(this.channels.get(place.channel)?.subscribers ?? [])];
    for (const person of to) {
      if (this.inactive.has(person)) continue;
      const flags = new Set<Flag>();
      if (person === sender || this.mutedPeople.has(`${person} ${sender}`)) flags.add('read');
      message.rows.set(person, flags);
      message.received.add(person);
    }
    this.messages.set(id, message);
    this.setMentions(message, mentions, participants);
  }

  participants(channel: number, topic: string): Set<number> {
    return new Set(
      this.inTopic(channel, topic)
        .map((message) => message.sender)
        .filter((person) => !this.inactive.has(person)),
    );
  }

  edit(id: number, mentions: Mentions): void {
    const message = this.messages.get(id);
    if (!message) return;
    const { place } = message;
    const participants =
      mentions.topic && 'channel' in place
        ? this.participants(place.channel, place.topic)
        : new Set<number>();
    this.setMentions(message, mentions, participants);
  }

  private setMentions(message: NaiveMessage, mentions: Mentions, participants: ReadonlySet<number>): void {
    const group = mentions.group ? new Set(this.group) : new Set<number>();
    message.mentioned = { channel: mentions.channel, topic: participants, group };
    for (const [person, flags] of message.rows) {
      for (const flag of mentionFlags) flags.delete(flag);
      if (mentions.people.includes(person)) flags.add('mentioned');
      this.addWideMentions(message, person, flags);
    }
  }

  private addWideMentions({ mentioned, received }: NaiveMessage, person: number, flags: Set<Flag>): void {
    if (!received.has(person)) return;
    if (mentioned.group.has(person)) flags.add('mentioned');
    if (mentioned.channel) flags.add('stream_wildcard_mentioned');
    if (mentioned.topic.has(person)) flags.add('topic_wildcard_mentioned');
  }

  /** Those who are not subscribed where the messages go keep them as read; who cannot see them there loses them. */
  move(ids: readonly number[], channel: number, topic: string): void {
    const target = this.channels.get(channel);
    for (const id of ids) {
      const message = this.messages.get(id);
      if (!message || !target || !('channel' in message.place)) continue;
      const changesChannel = message.place.channel !== channel;
      message.place = { channel, topic };
      if (!changesChannel) continue;
      for (const [person, flags] of message.rows) if (!target.subscribers.has(person)) flags.add('read');
      for (const person of target.subscribers) {
        if (this.inactive.has(person)) continue;
        message.received.add(person);
        const present = message.rows.get(person);
        const flags = present ?? new Set<Flag>(['read']);
        this.addWideMentions(message, person, flags);
        if (present) continue;
        message.rows.set(person, flags);
        message.movedIn.add(person);
      }
    }
  }

  delete(id: number): void {
    this.messages.delete(id);
  }

  subscribe(person: number, channel: number): void {
    this.channels.get(channel)?.subscribers.add(person);
  }

  unsubscribe(person: number, channel: number): void {
    this.channels.get(channel)?.subscribers.delete(person);
    for (const message of this.inChannel(channel)) message.rows.get(person)?.add('read');
  }

  markRead(person: number, ids: readonly number[]): void {
    for (const id of ids) this.messages.get(id)?.rows.get(person)?.add('read');
  }

  markChannelRead(person: number, channel: number): void {
    for (const message of this.inChannel(channel)) message.rows.get(person)?.add('read');
  }

  markTopicRead(person: number, channel: number, topic: string): void {
    for (const message of this.inTopic(channel, topic)) message.rows.get(person)?.add('read');
  }

  markAllRead(person: number): void {
    for (const message of this.messages.values()) message.rows.get(person)?.add('read');
  }

  markUnread(person: number, ids: readonly number[]): void {
    for (const id of ids) {
      const message = this.messages.get(id);
      if (!message) continue;
      if ('channel' in message.place && !this.isSubscribed(person, message.place.channel)) continue;
      this.rowOf(message, person).delete('read');
    }
  }

  star(person: number, id: number, isStarred: boolean): void {
    const message = this.messages.get(id);
    if (!message) return;
    if (isStarred) this.rowOf(message, person).add('starred');
    if (!isStarred) message.rows.get(person)?.delete('starred');
  }

  private rowOf(message: NaiveMessage, person: number): Set<Flag> {
    const present = message.rows.get(person);
    if (present) return present;
    const made = new Set<Flag>(['read', 'historical']);
    message.rows.set(person, made);
    return made;
  }

  mutePerson(person: number, muted: number): void {
    this.mutedPeople.add(`${person} ${muted}`);
    for (const message of this.messages.values()) {
      if (message.sender === muted) message.rows.get(person)?.add('read');
    }
  }

  unmutePerson(person: number, muted: number): void {
    this.mutedPeople.delete(`${person} ${muted}`);
  }

  // --- what people see -------------------------------------------------------------------------------------

  /** Whether a person may read a message: received, or in a channel that everybody may read. */
  mayRead(person: number, message: NaiveMessage): boolean {
    const { place } = message;
    if ('people' in place) return message.rows.has(person);
    const channel = this.channels.get(place.channel);
    if (!channel) return false;
    return !channel.isPrivate || (channel.subscribers.has(person) && message.rows.has(person));
  }

  flags(person: number, message: NaiveMessage): Flag[] {
    return [...(message.rows.get(person) ?? (['read', 'historical'] as const))].sort();
  }

  history(person: number): number[] {
    return [...this.messages.values()]
      .filter((message) => message.rows.has(person) && this.mayRead(person, message))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  }

  unread(person: number): NaiveMessage[] {
    return [...this.messages.values()]
      .filter((message) => message.rows.get(person)?.has('read') === false)
      .sort((a, b) => a.id - b.id);
  }

  isMuted(person: number, message: NaiveMessage): boolean {
    return (
      'channel' in message.place && (this.channels.get(message.place.channel)?.muted.has(person) ?? false)
    );
  }

  unreadCount(person: number): number {
    return this.unread(person).filter((message) => !this.isMuted(person, message)).length;
  }

  unreadMentions(person: number): number[] {
    return this.unread(person)
      .filter((message) => {
        const flags = message.rows.get(person);
        if (flags?.has('mentioned')) return true;
        const isWildcard = flags?.has('stream_wildcard_mentioned') || flags?.has('topic_wildcard_mentioned');
        return isWildcard && !this.isMuted(person, message);
      })
      .map(({ id }) => id);
  }

  /** Who is named to `asker` as having read a message. */
  readers(message: NaiveMessage, asker: number): number[] {
    return [...message.rows]
      .filter(
        ([person, flags]) => flags.has('read') && person !== message.sender && !this.inactive.has(person),
      )
      .filter(([person]) => !message.movedIn.has(person))
      .map(([person]) => person)
      .filter(
        (person) =>
          !this.mutedPeople.has(`${person} ${asker}`) && !this.mutedPeople.has(`${asker} ${person}`),
      )
      .sort((a, b) => a - b);
  }
}
