// `later_conversations` events for a person's own clients. A conversation is identified by its channel and topic, or by
// its people.

import { anyText, id } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import type { ChannelTopic } from '../conversations/conversation.ts';
import {
  type ConversationColumns,
  conversationIdentity,
  wireIdentity,
} from '../conversations/conversation-identity.ts';
import {
  type LaterConversationRow,
  laterConversationSchema,
  wireLaterConversation,
} from './later-conversation.ts';

export const laterConversationsEvent = eventTypeWithOps(
  'later_conversations',
  'A conversation was put away until a time, came back, was marked done, or its topic was moved.',
  {
    update: { later_conversation: laterConversationSchema },
    remove: conversationIdentity,
    move: { stream_id: id, topic: anyText, new_stream_id: id, new_topic: anyText },
  },
);

/** A conversation was put away, for the first time or until another time, or came back. */
export function laterConversationChanged(row: LaterConversationRow): NewEvent {
  return newPersonalEvent(laterConversationsEvent, row.account_id, {
    op: 'update',
    later_conversation: wireLaterConversation(row),
  });
}

/** The accounts no longer have the conversation for later. */
export function laterConversationRemoved(
  accountIds: readonly number[],
  conversation: ConversationColumns,
): NewEvent {
  return newEvent(
    laterConversationsEvent,
    { op: 'remove', ...wireIdentity(conversation) },
    { audience: { kind: 'accounts', ids: accountIds } },
  );
}

/** A topic that the accounts have for later has another name or channel. */
export function laterConversationMoved(
  accountIds: readonly number[],
  from: ChannelTopic,
  to: ChannelTopic,
): NewEvent {
  return newEvent(
    laterConversationsEvent,
    {
      op: 'move',
      stream_id: from.channelId,
      topic: from.topic,
      new_stream_id: to.channelId,
      new_topic: to.topic,
    },
    { audience: { kind: 'accounts', ids: accountIds } },
  );
}
