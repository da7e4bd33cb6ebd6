// How an organization of a given size is laid out: which channels and conversations there are, who is subscribed
// to what, and where each message goes. Arithmetic only, the same in every run.

export interface Size {
  readonly people: number;
  readonly messages: number;
  /** Messages of the channel on which `mark_stream_as_read` is measured, and people who have read none of them. */
  readonly unread: number;
  readonly fresh: number;
}

/** A topic by its channel and number, or the two people of a direct conversation. */
export type Place =
  | { readonly kind: 'topic'; readonly channel: number; readonly topic: number }
  | { readonly kind: 'direct'; readonly people: readonly [number, number] };

/** Channel 0 holds everybody, channel 1 is the one with many unread messages. */
export const EVERYONE = 0;
export const ARCHIVE = 1;

/** Spreads consecutive numbers over a range. */
const STRIDE = 7919;

/** The plan of one size. */
export class Plan {
  readonly size: Size;
  readonly channels: number;
  readonly topicsPerChannel: number;
  readonly places: readonly Place[];
  readonly #archivePlaces: number;

  constructor(size: Size) {
    this.size = size;
    // About 400 messages to a topic in small organizations, and two hundred topics in large ones.
    const topics = Math.min(200, Math.max(4, Math.floor(size.messages / 800)));
    this.channels = Math.max(2, Math.min(20, Math.floor(topics / 2)));
    this.topicsPerChannel = Math.ceil(topics / this.channels);
    const places: Place[] = [];
    for (let channel = 0; channel < this.channels; channel++) {
      for (let topic = 0; topic < this.topicsPerChannel; topic++)
        places.push({ kind: 'topic', channel, topic });
    }
    for (let pair = 0; pair < topics; pair++) places.push({ kind: 'direct', people: this.#pair(pair) });
    // The archive's topics first: the first share of messages is theirs.
    const isArchive = (place: Place) => place.kind === 'topic' && place.channel === ARCHIVE;
    this.places = [...places.filter(isArchive), ...places.filter((place) => !isArchive(place))];
    this.#archivePlaces = this.topicsPerChannel;
  }

  #pair(index: number): readonly [number, number] {
    const first = (index * 2) % this.size.people;
    return [first, (first + 1 + Math.floor((index * 2) / this.size.people)) % this.size.people];
  }

  /** Whether a person is subscribed to a channel; the people without read state only to those of everybody. */
  isSubscribed(person: number, channel: number): boolean {
    if (channel === EVERYONE || channel === ARCHIVE) return true;
    return !this.isFresh(person) && (person + channel) % 2 === 0;
  }

  /** Whether a person never read anything, nor wrote. */
  isFresh(person: number): boolean {
    return person >= this.size.people - this.size.fresh;
  }

  /** The place of a message, by its number from 0. */
  placeOf(message: number): number {
    const { messages, unread } = this.size;
    const ordinary = this.places.length - this.#archivePlaces;
    if (unread === 0) return (message * STRIDE) % this.places.length;
    // The archive's messages are spread evenly over all of history.
    const before = Math.floor((message * unread) / messages);
    const after = Math.floor(((message + 1) * unread) / messages);
    if (after > before) return before % this.#archivePlaces;
    return this.#archivePlaces + (((message - before) * STRIDE) % ordinary);
  }

  /** Who sends a message. */
  senderOf(message: number, place: Place): number {
    if (place.kind === 'direct') return place.people[(message >> 1) & 1] ?? 0;
    for (let person = (message * 31) % this.size.people; ; person = (person + 1) % this.size.people) {
      if (this.isSubscribed(person, place.channel) && !this.isFresh(person)) return person;
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
