// A message of the naive model, with a row of flags per account that has it.

export type Flag =
  | 'read'
  | 'starred'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'has_alert_word'
  | 'historical';

/** Flags that follow from the content. */
export const contentFlags = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
] as const;

/** The mentions of a text, and the possible alert words in it. */
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

export type Conversation = Topic | { readonly people: readonly number[] };

export interface NaiveMessage {
  readonly id: number;
  readonly sender: number;
  conversation: Conversation;
  readonly rows: Map<number, Set<Flag>>;
  readonly reactors: Set<number>;
  /** What its current content mentions beyond single accounts, with the members at the time. */
  mentioned: {
    readonly channel: boolean;
    readonly topic: ReadonlySet<number>;
    readonly group: ReadonlySet<number>;
  };
  /** The subscribers when it was sent or moved there: wildcard mentions reach them. */
  readonly received: Set<number>;
  /** Accounts that have it only through a move; it is read for them. */
  readonly movedIn: Set<number>;
}

export function isSameTopic(a: Topic, b: Topic): boolean {
  return a.channel === b.channel && a.topic.toLowerCase() === b.topic.toLowerCase();
}

/** An account's row of a message; created as for a message from before it joined. */
export function rowOf(message: NaiveMessage, person: number): Set<Flag> {
  const existing = message.rows.get(person);
  if (existing) return existing;
  const flags = new Set<Flag>(['read', 'historical']);
  message.rows.set(person, flags);
  return flags;
}
