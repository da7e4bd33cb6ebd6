// Describes a generated organization: everything the bench needs to send requests to it.

export interface BenchPerson {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  /** The number in the plan. */
  readonly number: number;
  readonly starred: readonly number[];
}

export interface BenchConversation {
  readonly conversationId: number;
  /** Null for direct messages. */
  readonly channelId: number | null;
  readonly topic: string;
  /** The numbers of the people with access. */
  readonly people: readonly number[];
  readonly messageIds: readonly number[];
}

export interface Dataset {
  readonly directory: string;
  readonly people: readonly BenchPerson[];
  readonly conversations: readonly BenchConversation[];
  /** The channel that everyone is subscribed to, and the one with many unread messages. */
  readonly everyoneChannelId: number;
  readonly archiveChannelId: number;
  /** People who have not read anything in the archive channel. */
  readonly fresh: readonly BenchPerson[];
  readonly messages: number;
}

/** The value of the `authorization` header for a person. */
export function authorizationOf(person: BenchPerson): string {
  return `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
}
