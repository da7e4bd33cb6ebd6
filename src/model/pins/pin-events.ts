// The events of pins: `pinned_messages` for those who can read the message, `pinned_topics` for the subscribers of the
// channel.

import { id } from '../../api-contract/codec.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { eventType, eventTypeWithOps, newEvent } from '../../api-contract/event-declaration.ts';
import { conversationIdentity, wireIdentity } from '../conversations/conversation-identity.ts';
import { type PinnedMessageRow, pinnedMessageFields, wirePinnedMessage } from './pinned-message.ts';
import { type PinnedTopicRow, pinnedTopicsFields, wirePinnedTopics } from './pinned-topics.ts';

export const pinnedMessagesEvent = eventTypeWithOps(
  'pinned_messages',
  'A message was pinned for everyone in its conversation, or is no longer pinned. Nothing is sent when a pinned message is moved, since its pin follows it, or when it is deleted; but if a move brings too many pinned messages together, `remove` is sent for the oldest pins.',
  {
    add: { ...conversationIdentity, ...pinnedMessageFields },
    remove: { ...conversationIdentity, message_id: id },
  },
);

export const pinnedTopicsEvent = eventType(
  'pinned_topics',
  'The topics that are pinned for everyone in a channel have changed, or you subscribed to a channel with pinned topics. Contains all pinned topics of the channel.',
  pinnedTopicsFields,
);

type Identity = Parameters<typeof wireIdentity>[0];

/** A message was pinned. `conversation` is the one that it is in. */
export function messagePinned(
  audience: Audience,
  conversation: Identity,
  row: Pick<PinnedMessageRow, 'message_id' | 'account_id' | 'pinned_at'>,
): NewEvent {
  const payload = { op: 'add', ...wireIdentity(conversation), ...wirePinnedMessage(row) } as const;
  return newEvent(pinnedMessagesEvent, payload, { audience });
}

/** A message is no longer pinned. */
export function messageUnpinned(audience: Audience, conversation: Identity, messageId: number): NewEvent {
  const payload = { op: 'remove', ...wireIdentity(conversation), message_id: messageId } as const;
  return newEvent(pinnedMessagesEvent, payload, { audience });
}

/** A channel has these pinned topics now. */
export function pinnedTopicsChanged(
  audience: Audience,
  channelId: number,
  rows: readonly PinnedTopicRow[],
): NewEvent {
  return newEvent(pinnedTopicsEvent, wirePinnedTopics(channelId, rows), { audience });
}
