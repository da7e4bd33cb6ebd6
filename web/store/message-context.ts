// The messages before and after others in their conversations.

/** The neighbors of a message: null for one that does not exist, undefined if that is unknown. */
export interface MessageContext {
  readonly before: number | null | undefined;
  readonly after: number | null | undefined;
}

export type MessageContexts = ReadonlyMap<number, MessageContext>;
