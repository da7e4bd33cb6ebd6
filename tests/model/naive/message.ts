// A message of the naive model: one row of flags per person who has it.

export type Flag =
  | 'read'
  | 'starred'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'has_alert_word'
  | 'historical';

/** Flags that follow from what a message says. */
export const contentFlags = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
] as const;

/** What a text mentions, and the words in it that somebody may watch for. */
export interface Mentions {
  readonly people: readonly number[];
  readonly group: boolean;
  readonly channel: boolean;
  readonly topic: boolean;
  readonly words: readonly string[];
}

export interface Topic {
  readonly channel: number;
  readonly topic: string;
}

export type Place = Topic | { readonly people: readonly number[] };

export interface NaiveMessage {
  readonly id: number;
  readonly sender: number;
  place: Place;
  readonly rows: Map<number, Set<Flag>>;
  readonly reactors: Set<number>;
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

export function isSameTopic(a: Topic, b: Topic): boolean {
  return a.channel === b.channel && a.topic.toLowerCase() === b.topic.toLowerCase();
}

/** A person's row of a message; who has none gets one, as something that was there before them. */
export function rowOf(message: NaiveMessage, person: number): Set<Flag> {
  const present = message.rows.get(person);
  if (present) return present;
  const made = new Set<Flag>(['read', 'historical']);
  message.rows.set(person, made);
  return made;
}
