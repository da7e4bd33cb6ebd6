// The log entry of messages that are gone: deleted, or moved to where an account cannot see them.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { newEvent } from '../../api-contract/event-declaration.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { deleteMessageEventType } from '../../model/messages/message-event-schema.ts';
import { historyOf, type Receptions } from './message-audience.ts';

/** Which of an event's messages each account could see; all of them where fields are undefined. */
export interface VisibilityExtra {
  readonly receptions?: Receptions;
  /** Accounts that can see all of them regardless of what they received. */
  readonly sawAll?: readonly number[];
}

/** The data with which views leave out messages that an account never saw; set only where history is protected. */
export function visibilityExtra(
  channel: Channel | undefined,
  receptions: Receptions,
  sawAll: readonly number[],
): VisibilityExtra {
  return channel && historyOf(channel) === 'protected' ? { receptions, sawAll } : {};
}

/**
 * The deletion event. `messageIds` belong to one conversation; `conversation` and `channel` are where they
 * were.
 */
export function deletionEvent(
  audience: Audience,
  messageIds: readonly number[],
  {
    conversation,
    channel,
  }: { readonly conversation: Pick<Conversation, 'topic_name'>; readonly channel: Channel | undefined },
  { receptions, sawAll }: { readonly receptions: Receptions; readonly sawAll: readonly number[] },
): NewEvent {
  const ids = [...messageIds].sort((a, b) => a - b);
  return newEvent(
    deleteMessageEventType,
    {
      message_ids: ids,
      message_type: channel ? 'stream' : 'private',
      ...(channel && { stream_id: channel.id, topic: conversation.topic_name }),
    },
    {
      audience,
      extra: { ...visibilityExtra(channel, receptions, sawAll) },
      touches: { messages: ids },
      // Clients without bulk deletion get one event per message.
      width: ids.length,
    },
  );
}
