// A message that is being sent and not stored yet.

import type { Channel } from '../channels/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { VisibilityPolicy } from '../user-topics/visibility-policy.ts';
import type { ComposedContent } from './message-content.ts';

export interface OutgoingMessage {
  readonly senderId: number;
  readonly client: string;
  readonly content: ComposedContent;
  /** Whether it is read for its sender on arrival. */
  readonly isReadBySender: boolean;
  /**
   * `resolution notice`: each account chooses whether it is read on arrival. `webhook answer`: it may be posted in the
   * conversation in which the outgoing webhook was called.
   */
  readonly kind?: 'resolution notice' | 'webhook answer' | undefined;
  /** The widget to show, as JSON. If omitted, the content decides. */
  readonly widget?: string | undefined;
  readonly localEcho?: LocalEcho | undefined;
}

/** The sender's local id of a message, which is echoed to the queue that it names. */
export interface LocalEcho {
  readonly queueId: string;
  readonly localId: string;
}

/** A message that was sent, and its conversation. */
export interface SentMessage {
  readonly id: number;
  readonly conversation: Conversation;
  readonly channel: Channel | undefined;
  /** The sender's policy for the topic, if sending changed it. */
  readonly visibilityPolicy?: VisibilityPolicy | undefined;
}
