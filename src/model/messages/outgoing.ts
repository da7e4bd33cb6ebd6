// A message on its way, before it is stored.

import type { Channel } from '../channels/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { VisibilityPolicy } from '../user-topics/policy.ts';
import type { ComposedContent } from './content.ts';

export interface OutgoingMessage {
  readonly senderId: number;
  readonly client: string;
  readonly content: ComposedContent;
  /** Whether it is read for its sender from the start. */
  readonly isReadBySender: boolean;
  /**
   * A resolution notice: people chose for whom it is read from the start. A webhook's answer: it may stand wherever
   * the webhook was called.
   */
  readonly kind?: 'resolution notice' | "webhook's answer" | undefined;
  /** The widget that it shows, as JSON; left out, the one that its text asks for. */
  readonly widget?: string | undefined;
  readonly localName?: LocalName | undefined;
}

/** The sender's name for a message, echoed to the queue it names. */
export interface LocalName {
  readonly queueId: string;
  readonly localId: string;
}

/** A message that was sent, with where it stands. */
export interface SentMessage {
  readonly id: number;
  readonly conversation: Conversation;
  readonly channel: Channel | undefined;
  /** The sender's policy for the topic where sending changed it. */
  readonly visibilityPolicy?: VisibilityPolicy | undefined;
}
