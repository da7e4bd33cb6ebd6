// The notation for messages of the demo organization.

export interface DemoLine {
  readonly from: string;
  readonly text: string;
  /** Reactions as `key:name`: a person's key and an emoji name. */
  readonly reactions?: readonly string[];
  /** Keys of people who star it. */
  readonly starredBy?: readonly string[];
  /** The text that the message is edited to afterwards. */
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

/** One message of a story. */
export const line = (from: string, text: string, more: Partial<DemoLine> = {}): DemoLine => ({
  from,
  text,
  ...more,
});
