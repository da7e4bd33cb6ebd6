// What the bench knows of an organization that it filled: enough to ask for everything in it.

export interface BenchPerson {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  /** By their number in the plan. */
  readonly number: number;
  readonly starred: readonly number[];
}

export interface BenchConversation {
  readonly conversationId: number;
  /** Null for direct messages. */
  readonly channelId: number | null;
  readonly topic: string;
  /** The numbers of those who may read and write there. */
  readonly people: readonly number[];
  readonly messageIds: readonly number[];
}

export interface Dataset {
  readonly directory: string;
  readonly people: readonly BenchPerson[];
  readonly conversations: readonly BenchConversation[];
  /** The channel of everybody, and the one with the many unread messages. */
  readonly everyoneChannelId: number;
  readonly archiveChannelId: number;
  /** People who have read nothing in the archive. */
  readonly fresh: readonly BenchPerson[];
  readonly messages: number;
}

/** The value of the `authorization` header for a person. */
export function authorizationOf(person: BenchPerson): string {
  return `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
}
