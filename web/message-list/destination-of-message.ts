// The destination of a reply to a message.

import { type Destination, directTo } from '../lib/destination.ts';
import type { Message } from '../store/message.ts';
import { conversationOf } from '../store/narrow-targets.ts';

export function destinationOfMessage(message: Message, ownId: number): Destination {
  const conversation = conversationOf(message, ownId);
  return conversation.kind === 'direct'
    ? directTo(conversation.ids, ownId)
    : { kind: 'channel', channelId: conversation.channelId, topic: conversation.topic };
}
