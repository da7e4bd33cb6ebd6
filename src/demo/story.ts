// How what is said in the demo organization is written down.

export interface DemoLine {
  readonly from: string;
  readonly text: string;
  /** Emoji names that people put on it: `key:name`. */
  readonly reactions?: readonly string[];
  /** Keys of people who star it. */
  readonly starredBy?: readonly string[];
  /** What it is edited to afterwards. */
  readonly editedTo?: string;
}

export interface DemoTopic {
  readonly channel: string;
  readonly topic: string;
  readonly lines: readonly DemoLine[];
}

export interface DemoConversation {
  readonly people: readonly string[];
  readonly lines: readonly DemoLine[];
}

/** One message of a story, with whatever happens to it afterwards. */
export const say = (from: string, text: string, more: Partial<DemoLine> = {}): DemoLine => ({
  from,
  text,
  ...more,
});
