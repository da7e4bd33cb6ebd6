// A move of messages that nothing refuses: from where, to where, and which.

import type { Channel } from '../channels/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { PropagateMode } from './edit-rules.ts';
import type { MessageRow } from './row.ts';

/** A message as far as moving it needs: topics are long, and their texts need not be read. */
export type MovedMessage = Pick<MessageRow, 'id' | 'channel_id' | 'sequence' | 'is_moved' | 'sent_at'>;

export interface MovePlan {
  readonly from: { readonly channel: Channel; readonly conversation: Conversation };
  readonly to: { readonly channel: Channel; readonly topic: string };
  /** The conversation that takes them in, where there is one. */
  readonly target: Conversation | undefined;
  /** Ascending. */
  readonly messages: readonly MovedMessage[];
  /** Messages that the mover does not see, whose topic is spelled another way with theirs. */
  readonly spelledAnew: readonly number[];
  /** They are all that the conversation holds. */
  readonly isWhole: boolean;
  readonly resolution: 'resolve' | 'unresolve' | undefined;
  readonly propagateMode: PropagateMode;
}
