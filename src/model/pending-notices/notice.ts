// A notice that one of the service's bots sends because of a change.

/** The destination of a notice: a topic of a channel, or a separate direct message to each of the given people. */
export type NoticeDestination =
  | { readonly channelId: number; readonly topic: string }
  | { readonly recipientIds: readonly number[] };

export interface Notice {
  readonly to: NoticeDestination;
  /** Markdown. */
  readonly text: string;
  /** The sender; the Notification Bot by default. */
  readonly bot?: 'notification' | 'welcome';
  /** A kind for which people choose whether it is read on arrival. */
  readonly kind?: 'resolution';
}
