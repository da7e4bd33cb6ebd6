// A notice that one of the service's bots is to send because of a change.

/** Where it goes: a topic of a channel, or each of some people in a direct message of their own. */
export type NoticePlace =
  | { readonly channelId: number; readonly topic: string }
  | { readonly recipientIds: readonly number[] };

export interface Notice {
  readonly to: NoticePlace;
  /** Markdown. */
  readonly text: string;
  /** Who says it: the Notification Bot unless it is named. */
  readonly bot?: 'notification' | 'welcome';
  /** A kind of which people choose whether it is read from the start. */
  readonly kind?: 'resolution';
}
