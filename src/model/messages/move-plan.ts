// A move of messages that passed all checks: its source, its target and its messages.

import type { Channel } from '../channels/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { PropagateMode } from './edit-rules.ts';
import type { MessageRow } from './message-row.ts';

/**
 * The columns of a message that are needed to move it. A topic can have very many messages, so their contents are not
 * read.
 */
export type MovedMessage = Pick<MessageRow, 'id' | 'channel_id' | 'sequence' | 'is_moved' | 'sent_at'>;

export interface MovePlan {
  readonly from: { readonly channel: Channel; readonly conversation: Conversation };
  readonly to: { readonly channel: Channel; readonly topic: string };
  /** The existing conversation that receives the messages, if any. */
  readonly target: Conversation | undefined;
  /** Ascending. */
  readonly messages: readonly MovedMessage[];
  /** Messages that the mover cannot see, whose topic changes its spelling with the move. */
  readonly respelledIds: readonly number[];
  /** Whether these are all messages of the conversation. */
  readonly isWhole: boolean;
  readonly resolution: 'resolve' | 'unresolve' | undefined;
  readonly propagateMode: PropagateMode;
}
